import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../core/src/http/json.ts";

const read = (text: string) => parseJson(Buffer.from(text), { values: 1e9 });

describe("a JSON text", () => {
  it("reads as the parser of the platform reads it, where no member is named twice", () => {
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

  it("finds the end of every string, however long and however escaped", () => {
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
});
