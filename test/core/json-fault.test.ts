import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultIn } from "../../core/src/http/json-fault.ts";

describe("where a text stops being JSON", () => {
  it.each([
    ['{"text": nope}', 9],
    ["{}{}", 2],
    ["[1,]", 3],
    ['{"a" 1}', 5],
    ['{"a":1,}', 7],
    ["{1:2}", 1],
    ["[1 2]", 3],
    ["}", 0],
    ['{"a":"x\ny"}', 5],
    ["  01", 3],
    ['["\\x"]', 1],
  ])("%s is told", (text, position) => expect(faultIn(text)).toBe(position));

  it("is nowhere in a text that only ends too early", () => {
    for (const text of ["", "{", '{"a"', '{"a":', "[1,", "[[["]) expect(faultIn(text)).toBeUndefined();
  });

  it("agrees with the parser on what is JSON", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", "]", '"', ":", "x", "0"), (json, at, put) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + put + json.slice(place);
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        if (parses) expect(faultIn(text)).toBeUndefined();
        else if (faultIn(text) !== undefined) expect(faultIn(text)).toBeLessThan(text.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
