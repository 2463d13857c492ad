import { defineCollection, defineCommand, defineGroup, definePlugin, defineQuery, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { expect, it, onTestFinished } from "vitest";

const group = defineGroup("piles", { title: "Piles" });
const Item = T.Object({ id: T.Integer(), text: T.String() });
const items = defineCollection("piles.item", { schema: Item, key: ({ id }) => [id] });
const pile = defineCommand(group, {
  id: "piles.pile",
  summary: "Pile items up",
  input: T.Object({ count: T.Integer(), length: T.Integer() }),
  output: T.Object({}),
  plan: () => ({ summary: "Pile items up" }),
  async execute({ store }, _plan, { count, length }) {
    for (let id = 0; id < count; id++) await store.put(items, { id, text: "x".repeat(length) });
    return {};
  },
});
const count = defineQuery(group, {
  id: "piles.count",
  summary: "Count items",
  input: T.Object({}),
  output: T.Object({ count: T.Integer() }),
  run: async ({ store }) => ({ count: await store.count(items) }),
});

async function opened(limits: { commitLength?: number; commitWrites?: number } = {}) {
  const test = await testGateway({
    plugins: [definePlugin(group, { version: "1.0.0", operations: [pile, count], collections: { items } })()],
    limits,
  });
  onTestFinished(test.stop);
  return test;
}

it("refuses a commit with too many writes, without writing anything", async () => {
  const { admin } = await opened({ commitWrites: 100 });
  const { status, body } = await admin.post("piles.pile", { count: 150, length: 1 });
  // The journal entry is a write too.
  expect([status, body.code, body.unit, body.size, body.limit]).toEqual([
    413,
    "gateway.commit_too_large",
    "writes",
    151,
    100,
  ]);
  expect(body.detail).toBe("The change has 151 writes; a commit can have at most 100. Split it up.");
  expect((await admin.post("piles.count", {})).body).toEqual({ count: 0 });
  expect((await admin.post("piles.pile", { count: 99, length: 1 })).status).toBe(200);
});

it("refuses a commit whose records are too long", async () => {
  const { admin } = await opened({ commitLength: 10_000 });
  const { status, body } = await admin.post("piles.pile", { count: 2, length: 5_000 });
  expect([status, body.code, body.unit]).toEqual([413, "gateway.commit_too_large", "characters"]);
  expect((await admin.post("piles.pile", { count: 2, length: 4_000 })).status).toBe(200);
});

it("accepts up to 64 MiB and 100,000 writes by default", async () => {
  const { admin } = await opened();
  expect((await admin.post("piles.pile", { count: 100_000, length: 1 })).body.limit).toBe(100_000);
  expect((await admin.post("piles.pile", { count: 5, length: 14 * 2 ** 20 })).body.limit).toBe(64 * 2 ** 20);
  expect((await admin.post("piles.pile", { count: 99_999, length: 1 })).status).toBe(200);
});
