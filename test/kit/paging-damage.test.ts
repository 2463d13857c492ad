import { T } from "@postern/core";
import { defineCollection, encodeKey, readsOf, recordsOf, Transaction } from "@postern/core/storage";
import { listOf, within } from "@postern/kit/paging";
import memory from "@postern/storage-memory";
import { expect, it } from "vitest";

const things = defineCollection("thing", { schema: T.Object({ id: T.Integer() }), key: ({ id }) => [id] });
const Things = listOf("things", T.Object({ id: T.Integer() }));

it.each([
  { damaged: [9], seen: 9 },
  { damaged: [7, 8, 9], seen: 7 },
  { damaged: [0, 4], seen: 8 },
])("pages past the damaged records $damaged end and report the missing items", async ({ damaged, seen }) => {
  const driver = memory();
  const tx = new Transaction(driver);
  for (let id = 0; id < 10; id++) await recordsOf(tx).put(things, { id });
  await tx.commit(driver);
  for (const id of damaged) await driver.setItem?.(encodeKey(["thing", id]), "not a record", {});
  const found = new Set<number>();
  let unreadable: number | undefined;
  let offset: number | undefined = 0;
  for (let page = 0; offset !== undefined; page++) {
    expect(page).toBeLessThan(12);
    const source = within(readsOf(new Transaction(driver)).unchecked, things);
    const answer: { things: readonly { id?: unknown }[]; unreadable?: number; nextOffset?: number } =
      await Things.answer({ limit: 2, offset }, source, ({ id }) => ({ id }));
    for (const { id } of answer.things) found.add(id as number);
    unreadable = answer.unreadable;
    offset = answer.nextOffset;
  }
  expect(found.size).toBe(seen);
  if (damaged.includes(9)) expect(unreadable).toBeGreaterThan(0);
});
