import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultIn } from "../../core/src/http/json-fault.ts";

describe("the position of an error in a JSON text", () => {
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
  ])("is found in %s", (text, position) => expect(faultIn(text)).toEqual({ at: position, isDuplicate: false }));

  it("is undefined in a text that only ends too early", () => {
    for (const text of ["", "{", '{"a"', '{"a":', "[1,", "[[["]) expect(faultIn(text)).toBeUndefined();
  });

  it.each([
    ['{"a":1,"a":2}', 7],
    ['{"a":{"b":1},"b":1}', undefined],
    ['[{"a":1},{"a":1}]', undefined],
    ['{"x":[{"a":1,"\\u0061":2}]}', 13],
    ['{"a":"a","b":"a"}', undefined],
  ])("in %s is the position of the repeated member: %s", (text, position) =>
    expect(faultIn(text)).toEqual(position === undefined ? undefined : { at: position, isDuplicate: true }),
  );

  it("agrees with the parser about valid JSON", () => {
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
        if (parses) expect(faultIn(text)?.isDuplicate ?? true).toBe(true);
        else expect(faultIn(text)?.at ?? 0).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
