import { asText, type Batch, commitNumber, encodeRecord, materialize, versionstamp } from "@postern/core/storage";
import { checksumOf } from "@postern/core/verify";
import { describe, expect, it } from "vitest";
import { asBytes } from "../../core/src/drivers/value-bytes.ts";
import { flatten, unflatten } from "../../core/src/drivers/wire.ts";

const stored = (data: unknown) => encodeRecord(data);
const batches: Batch[] = [
  {
    asOf: 7,
    checks: [
      { start: "a!:1", end: "a!:1\0", found: [{ key: "a!:1", version: 3 }] },
      { start: "a!:2", end: 'a!:2"', found: [] },
    ],
    writes: [
      { key: "a!:\u0001", value: stored({ number: commitNumber, text: "plain" }) },
      {
        key: "b",
        value: stored({ id: `msg_${versionstamp}`, text: "Grüße, 世界 🌍", twice: [versionstamp, commitNumber] }),
      },
      { key: "c", value: null },
      { key: "count", add: -2 },
      { key: "p", place: "at!:1", value: stored(["x"]) },
      { key: "p!:2", place: null, value: stored(["y"]) },
    ],
  },
  { atLeast: 12, checks: [], writes: [{ key: "d", value: stored("plain") }] },
];
const values: Record<string, string> = {
  count: asText.complete("count", asText.record("9"), "5".padStart(14), "0".repeat(14)),
};
const read = (key: string) => values[key] ?? null;

describe("batches on their way to the writer thread", () => {
  it("become the bytes that their texts would become, with the same checksums", () => {
    const there = unflatten(flatten(batches));
    expect(there.map(({ checks, asOf, atLeast }) => ({ checks, asOf, atLeast }))).toEqual(
      batches.map(({ checks, asOf, atLeast = 0 }) => ({ checks, asOf, atLeast })),
    );
    there.forEach(({ writes }, at) => {
      const texts = materialize(batches[at]?.writes ?? [], 17, read, asText);
      const bytes = materialize(writes, 17, read, asBytes);
      expect(
        bytes.map(({ key, value, isNew }) => ({ key, value: value === null ? null : value.bytes.toString(), isNew })),
      ).toEqual(texts);
      for (const [n, { key, value }] of texts.entries())
        if (value !== null) expect(bytes[n]?.value?.checksum).toBe(checksumOf(key, value));
    });
  });

  it("are refused if the list is truncated", () => {
    const flat = flatten(batches);
    expect(() => unflatten({ ...flat, numbers: flat.numbers.slice(0, -1) })).toThrow(RangeError);
    expect(() => unflatten({ ...flat, keys: flat.keys.slice(0, -1) })).toThrow(RangeError);
  });
});
