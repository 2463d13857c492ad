import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Batch } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { expect, it, onTestFinished } from "vitest";
import { joined, type Portion, portionsOf } from "../../core/src/drivers/portions.ts";

const check = (n: number, found: number) => ({
  start: `c${n}`,
  end: `c${n}"`,
  found: Array.from({ length: found }, (_, at) => ({ key: `c${n}!:${at}`, version: at })),
});
const write = (n: number) => ({ key: `w${n}`, value: `{"v":0,"d":${n}}` });
const batch = (checks: number, writes: number, found = 0): Batch => ({
  asOf: 7,
  checks: Array.from({ length: checks }, (_, n) => check(n, found)),
  writes: Array.from({ length: writes }, (_, n) => write(n)),
});

function received(batches: readonly Batch[], size: number): { all: Batch[]; messages: number } {
  const portions = portionsOf(batches, size);
  let all: Batch[] = [];
  let before: Portion["more"];
  for (let messages = 1; ; messages++) {
    const { value, done } = portions.next();
    all = joined(all, before === "of batch", value.batches);
    before = value.more;
    expect(done).toBe(before === undefined);
    if (done) return { all, messages };
  }
}

it("a group is one message, unless it is large", () => {
  const small = [batch(2, 3), batch(0, 0)];
  expect(received(small, 10)).toEqual({ all: small, messages: 1 });
  const groups = [
    [batch(0, 25)],
    [batch(10, 10)],
    [batch(1, 10, 30), batch(0, 1)],
    [batch(1, 1), batch(20, 5), batch(0, 10)],
    [batch(0, 0), batch(20, 0), batch(0, 0)],
  ];
  for (const group of groups) {
    const { all, messages } = received(group, 10);
    expect(all).toEqual(group);
    expect(messages).toBeGreaterThan(1);
  }
});

it("a large group is committed whole, also if the store is closed while it is sent", async () => {
  const folder = mkdtempSync(join(tmpdir(), "postern-portions-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = lmdb({ path: folder });
  const keyed = (prefix: string) => ({
    checks: [],
    writes: Array.from({ length: 30_000 }, (_, n) => ({ key: `${prefix}${n}`, value: `{"v":0,"d":${n}}` })),
  });
  const [first] = await store.commit([keyed("a"), batch(0, 1)]);
  expect(first).toBeGreaterThan(0);
  const later = store.commit([keyed("b")]);
  await store.dispose?.();
  expect(await later).toEqual([expect.any(Number)]);
  const again = lmdb({ path: folder });
  onTestFinished(() => again.dispose?.());
  for (const key of ["a29999", "w0", "b0", "b29999"]) expect(await again.getItem(key, {})).toBeTypeOf("string");
});
