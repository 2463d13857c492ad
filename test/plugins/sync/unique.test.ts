import { expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { expectEqual, openLinked } from "./gateway.ts";

it("holds a record that violates a unique index, without blocking other records", async () => {
  const { a, b, wire } = await openLinked();
  await a.note("tea", "x");
  await expectEqual(a, b, 1);
  wire.cut();
  await a.note("one", "x", { slug: "same" });
  await b.note("two", "x", { slug: "same" });
  for (let n = 0; n < 50; n++) await b.note(`more${n}`, "x");
  wire.mend();
  await a.post("sync.run", { execute: true });
  // All other records have arrived, and new ones still arrive.
  await until(async () => expect(Object.keys(await a.records())).toHaveLength(52));
  await b.note("tea", "y");
  await a.note("late", "x");
  await until(async () => expect((await a.records())["notes note tea"]).toEqual({ text: "y" }));
  await until(async () => expect((await b.records())["notes note late"]).toEqual({ text: "x" }));
  const reason = expect.stringContaining("bySlug");
  await until(async () => {
    expect((await a.post("sync.inbox.list")).inbox).toMatchObject([
      { domain: "notes", name: ["note", "two"], lastError: reason },
    ]);
    expect((await a.post("sync.outbox.list", { status: "dead" })).outbox).toMatchObject([
      { domain: "notes", name: ["note", "one"], lastError: reason },
    ]);
  });
  expect((await a.post("sync.verify", { execute: true })).domains).toMatchObject([
    {
      total: 2,
      differences: [
        { name: ["note", "one"], state: "missing_there" },
        { name: ["note", "two"], state: "missing_here" },
      ],
    },
  ]);
  // One of the records gets another slug.
  await a.note("one", "x", { slug: "other" });
  const [held] = (await a.post("sync.inbox.list")).inbox;
  await a.post("sync.inbox.retry", { id: held.id });
  const [dead] = (await a.post("sync.outbox.list", { status: "dead" })).outbox;
  if (dead) await a.post("sync.outbox.retry", { id: dead.id });
  await expectEqual(a, b, 54);
  expect((await b.records())["notes note one"]).toEqual({ text: "x", slug: "other" });
});
