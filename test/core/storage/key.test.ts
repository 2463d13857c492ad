import {
  commitNumber,
  encodeKey,
  isEncodedKey,
  type Key,
  MARK,
  rangeOf,
  STAMP,
  versionstamp,
} from "@postern/core/storage";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { below } from "../../../core/src/storage/key.ts";

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }),
  fc.string({ minLength: 1, maxLength: 12, unit: "binary" }),
  fc.string({
    minLength: 1,
    maxLength: 6,
    unit: fc.constantFrom("a", "A", "!", ":", "~", ",", "\0", "_", "`", "\ud800", "\udc00"),
  }),
  fc.constantFrom("con", "com1", "lpt9", "con,", "con0", "co", "conx"),
);
const part = fc.oneof(text, fc.nat({ max: Number.MAX_SAFE_INTEGER }));
const path = fc.array(part, { minLength: 1, maxLength: 4 });

/** The bytes of a part: UTF-8, with lone surrogates encoded like other code points. */
function bytesOf(part: string | number): number[] {
  if (typeof part === "number") return [...Buffer.from(encodeKey([part]))];
  return [...part].flatMap((char) => {
    const point = char.codePointAt(0) as number;
    if (point < 0xd800 || point > 0xdfff) return [...Buffer.from(char)];
    return [0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)];
  });
}

function compare(a: Key, b: Key): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = Buffer.compare(Buffer.from(bytesOf(a[at] as string)), Buffer.from(bytesOf(b[at] as string)));
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
}

const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

describe("an encoded key", () => {
  it("sorts like its parts, and differs if they differ", () => {
    fc.assert(
      fc.property(path, path, (a, b) => void expect(order(encodeKey(a), encodeKey(b))).toBe(compare(a, b))),
      { numRuns: 20_000 },
    );
  });

  it("uses a lowercase alphabet that is safe on file systems", () => {
    fc.assert(
      fc.property(path, (key) => {
        const name = encodeKey(key);
        expect(name).toMatch(/^[0-9a-z_,.=`~!:-]+$/);
        expect(isEncodedKey(name)).toBe(true);
        for (const file of name.split(":")) expect(file).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)$|[. ]$/);
      }),
      { numRuns: 5_000 },
    );
  });

  it("is only in the ranges of the paths above it", () => {
    fc.assert(
      fc.property(path, path, (prefix, key) => {
        const { start, end } = rangeOf(prefix);
        const name = encodeKey(key);
        const isBelow = key.length > prefix.length && compare(key.slice(0, prefix.length), prefix) === 0;
        expect(name >= start && name < end).toBe(isBelow);
        const longer = encodeKey([...prefix, ...key]);
        expect(longer >= start && longer < end).toBe(true);
        expect(below(longer, prefix.length)).toBe(name);
      }),
    );
  });

  it("distinguishes long parts, and sorts by their start", () => {
    const long = "x".repeat(500);
    const names = [`${long}a`, `${long}b`, long, "é".repeat(300), `${"é".repeat(300)}x`].map((part) =>
      encodeKey([part]),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(name.length).toBeLessThanOrEqual(180);
      expect(isEncodedKey(name)).toBe(true);
    }
    expect(encodeKey([`w${long}`]) < encodeKey([`x${long}`])).toBe(true);
  });

  it("can contain the number of its commit", () => {
    expect(encodeKey(["m", commitNumber])).toBe(`m!:${MARK}`);
    expect(encodeKey([`Id_${versionstamp}-${versionstamp}`])).toBe(`=49d_${STAMP}-${STAMP}`);
  });

  it("refuses invalid parts", () => {
    for (const part of [-1, 1.5, Number.NaN, 2 ** 53, ""]) expect(() => encodeKey([part])).toThrow(RangeError);
    expect(() => encodeKey(Array.from({ length: 20 }, () => "x".repeat(100)))).toThrow("longer than 1500");
  });

  it("is distinguished from the names of other files", () => {
    for (const name of ["readme.md", "Notes", "a/b", "", "a!", "!:a", "a!:", ".env", "a.json", "x".repeat(2000)]) {
      expect(isEncodedKey(name)).toBe(false);
    }
    for (const name of ["~intent", "~number-a", "~owner", "~probe"]) expect(isEncodedKey(name)).toBe(true);
  });
});
