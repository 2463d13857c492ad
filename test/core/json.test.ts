import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../core/src/http/json.ts";

const read = (text: string) => parseJson(Buffer.from(text), { values: 1e9 });

describe("a JSON text", () => {
  it("is parsed like the platform's parser does, if no member is repeated", () => {
    const value = fc.jsonValue({ maxDepth: 6 });
    fc.assert(
      fc.property(value, (given) => {
        const text = JSON.stringify(given);
        if (/"(__proto__|constructor|prototype)"/.test(text)) return;
        expect(read(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("may have strings of any length with any escapes", () => {
    const piece = fc.constantFrom('"', "\\", ":", ",", "a", "b".repeat(63), "\\".repeat(64), "é", "{");
    fc.assert(
      fc.property(fc.array(fc.array(piece, { maxLength: 12 }), { maxLength: 6 }), (strings) => {
        const object = Object.fromEntries(strings.map((pieces, at) => [`${at}${pieces.join("")}`, pieces.join("")]));
        const text = JSON.stringify(object);
        expect(read(text)).toEqual(object);
        expect(() => read(`{"again":1,"again":${text}}`)).toThrow(/two members with the same name/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is refused with the position of its first error, however deep the rest is nested", () => {
    const deep = "[".repeat(60_000);
    expect(() => read(`["a\n${deep}`)).toThrow("unexpected text at character 1");
    expect(() => read(`["a", ${deep}`)).toThrow("nested deeper than 64");
  });
});
