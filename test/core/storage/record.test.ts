import { crc32 } from "node:zlib";
import {
  asPlainText,
  asText,
  commitNumber,
  decodeRecord,
  encodeRecord,
  inHex,
  inKey,
  known,
  materialize,
  type Put,
  versionOf,
  versionstamp,
} from "@postern/core/storage";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const stored = (data: unknown, number = 7, checksum = true, key = "k"): string =>
  (materialize([{ key, value: encodeRecord(data) }], number, () => null, checksum ? asText : asPlainText)[0] as Put)
    .value as string;

describe("a record", () => {
  it("is read like JSON, with the number of its commit", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 10 ** 14 - 1 }), fc.boolean(), (data, number, checksum) => {
        const text = stored(data, number, checksum);
        expect(decodeRecord("k", text)).toEqual({ version: number, data: JSON.parse(JSON.stringify(data)) });
        expect(versionOf(text)).toBe(number);
        expect(JSON.parse(text).v).toBe(number);
      }),
    );
  });

  it("has a checksum of eight digits, also with zeros at its start", () => {
    for (const sum of [0, 1, 255, 256, 0x0a0b0c0d, 0x7fffffff, 0x80000000, 0xffffffff])
      expect(inHex(sum)).toBe(sum.toString(16).padStart(8, "0"));
  });

  it("is damaged if any byte was changed, removed or added", () => {
    const text = stored({ name: "Ada", list: [1, "c", { c: "d" }], c: "00000000", empty: "" });
    for (let at = 0; at < text.length; at++) {
      expect(() => decodeRecord("k", text.slice(0, at))).toThrow("damaged");
      expect(() => decodeRecord("k", text.slice(0, at) + text.slice(at + 1))).toThrow("damaged");
      expect(() => decodeRecord("k", `${text.slice(0, at)}x${text.slice(at)}`)).toThrow("damaged");
      for (let bit = 0; bit < 7; bit++) {
        const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit));
        expect(() => decodeRecord("k", text.slice(0, at) + flipped + text.slice(at + 1))).toThrow("damaged");
      }
    }
  });

  it("is damaged if it has another key", () => {
    expect(() => decodeRecord("l", stored(1))).toThrow("damaged");
    expect(decodeRecord("l", stored(1, 7, false)).data).toBe(1);
  });

  it("is readable with the checksum of an earlier version, without its key", () => {
    const body = '{"v":             7,"d":{"a":1}';
    const sealed = `${body},"c":"${crc32(body).toString(16).padStart(8, "0")}"}`;
    expect(decodeRecord("anywhere", sealed)).toEqual({ version: 7, data: { a: 1 } });
    expect(() => decodeRecord("anywhere", sealed.replace('"a":1', '"a":2'))).toThrow("damaged");
  });

  it("refuses values that JSON cannot represent", () => {
    for (const data of [undefined, () => 1, Symbol("s")]) expect(() => encodeRecord(data)).toThrow(TypeError);
    expect(() => encodeRecord(1n)).toThrow(TypeError);
  });
});

describe("the number of a commit", () => {
  it("is filled in wherever it is used, and nowhere else", () => {
    const lookalikes = ["\u0001".repeat(14), "\u0002".repeat(14), "number", "N", "null"];
    const data = { n: commitNumber, deep: [{ n: commitNumber }], id: `a_${versionstamp}_${versionstamp}`, lookalikes };
    const hex = inKey(9);
    const filled = { n: 9, deep: [{ n: 9 }], id: `a_${hex}_${hex}`, lookalikes };
    expect(decodeRecord("k", stored(data, 9)).data).toEqual(filled);
    expect(known(data, 9)).toEqual(filled);
    expect(known(data, 9).lookalikes).toBe(lookalikes);
  });

  it("throws on arithmetic before the commit", () => {
    const unknown: number = commitNumber;
    expect(() => unknown + 1).toThrow(TypeError);
    expect(() => `${unknown}`).toThrow(TypeError);
    expect(() => unknown > 1).toThrow(TypeError);
  });

  it("is not revealed in JSON that is not stored", () => {
    expect(JSON.stringify({ n: commitNumber })).toBe('{"n":null}');
    expect(() => encodeRecord({ n: commitNumber, bad: 1n })).toThrow();
    expect(JSON.stringify({ n: commitNumber })).toBe('{"n":null}');
  });
});

describe("materialized writes", () => {
  const pointer = (place: string) => stored(place, 7, true, "p");

  it("add to the current value of a counter", () => {
    const [sum] = materialize([{ key: "c", add: 3 }], 8, () => stored(4, 7, true, "c"), asText) as [Put];
    expect(decodeRecord("c", sum.value as string)).toEqual({ version: 8, data: 7 });
    expect(materialize([{ key: "c", add: -4 }], 8, () => stored(4, 7, true, "c"), asText)).toEqual([
      { key: "c", value: null },
    ]);
  });

  it("move a member from its previous position", () => {
    const move = { key: "p", place: "at!:2", value: encodeRecord(["m"]) };
    const puts = materialize([move], 8, () => pointer("at!:1"), asText);
    expect(puts.map(({ key, value }) => [key, value && decodeRecord(key, value).data])).toEqual([
      ["at!:1", null],
      ["at!:2", ["m"]],
      ["p", "at!:2"],
    ]);
  });

  it("leave a member that is already there, and remove one", () => {
    const value = encodeRecord(["m"]);
    expect(materialize([{ key: "p", place: "at!:1", value }], 8, () => pointer("at!:1"), asText)).toEqual([]);
    expect(materialize([{ key: "p", place: null, value }], 8, () => pointer("at!:1"), asText)).toEqual([
      { key: "at!:1", value: null },
      { key: "p", value: null },
    ]);
    expect(materialize([{ key: "p", place: null, value }], 8, () => null, asText)).toEqual([]);
  });
});
