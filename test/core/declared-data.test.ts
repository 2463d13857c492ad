import {
  createGateway,
  defineCollection,
  defineCommand,
  defineEvent,
  defineGroup,
  definePlugin,
  defineQuery,
  type GatewayOptions,
  T,
} from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { expect, it, onTestFinished } from "vitest";

const group = defineGroup("users", { title: "Users" });
const User = T.Object({ id: T.String(), age: T.Integer({ minimum: 0 }) });
const users = defineCollection("users.user", { schema: User, key: ({ id }) => [id] });
const added = defineEvent("users.user.added", { summary: "A user was added", data: T.Object({ id: T.String() }) });

const Shown = T.Object({ id: T.String() });
const Answer = T.Object({
  ok: T.Boolean(),
  user: T.Optional(Shown),
  users: T.Optional(T.Array(Shown)),
  either: T.Optional(T.Union([T.Object({ a: T.String() }), T.Object({ b: T.Array(Shown) }), T.Null()])),
  labels: T.Optional(T.Record(T.String(), T.Unknown())),
  free: T.Optional(T.Unknown()),
});
/** Returns its input, like a plugin that returns stored records. */
const show = defineQuery(group, {
  id: "users.show",
  summary: "Show a user",
  input: T.Object({ answer: T.Unknown() }),
  output: Answer,
  run: (_ctx, { answer }) => answer as { ok: boolean },
});
const put = defineCommand(group, {
  id: "users.put",
  summary: "Put a user",
  input: T.Object({}),
  output: T.Object({ ok: T.Boolean(), number: T.Integer() }),
  plan: () => ({ summary: "Put a user" }),
  async execute({ store, emit, number }) {
    const { record, event, answer } = given;
    if (record) await store.put(users, record as never);
    if (event) emit(added, event as never);
    return { ok: true, number, ...answer } as never;
  },
});
let given: { record?: unknown; event?: unknown; answer?: object } = {};

const plugin = definePlugin(group, {
  version: "1.0.0",
  operations: [show, put],
  events: [added],
  collections: { users },
});
async function opened(options: Partial<GatewayOptions<readonly never[]>> = {}) {
  const test = await testGateway({ plugins: [plugin()], checks: {}, ...options });
  onTestFinished(test.stop);
  return test;
}

it("removes undeclared members from an answer and logs each once", async () => {
  const { admin, logged } = await opened();
  const answer = {
    ok: true,
    password: "p-1",
    user: { id: "a", password: "p-2" },
    users: [{ id: "a" }, { id: "b", secret: { deep: "p-3" } }],
    either: { b: [{ id: "c", password: "p-4" }], password: "p-5" },
    labels: { any: { member: 1 } },
    free: { any: [{ member: 1 }] },
  };
  for (const _ of [1, 2]) {
    const { status, body } = await admin.post("users.show", { answer });
    expect([status, body]).toEqual([
      200,
      {
        ok: true,
        user: { id: "a" },
        users: [{ id: "a" }, { id: "b" }],
        either: { b: [{ id: "c" }] },
        labels: { any: { member: 1 } },
        free: { any: [{ member: 1 }] },
      },
    ]);
  }
  const paths = logged.filter(({ level }) => level === "warn").map(({ fields }) => [fields.operation, fields.path]);
  expect(paths).toEqual([
    ["users.show", "/password"],
    ["users.show", "/user/password"],
    ["users.show", "/users/secret"],
    ["users.show", "/either/b/password"],
    ["users.show", "/either/password"],
  ]);
  expect(JSON.stringify(logged)).not.toContain("p-");
});

it("removes them from a command's answer too, even if stored for an idempotency key", async () => {
  const { admin } = await opened();
  given = { answer: { password: "p-1" } };
  const key = { "idempotency-key": "k-1" };
  const first = await admin.post("users.put", {}, key);
  const again = await admin.post("users.put", {}, key);
  expect(first.body).toEqual({ ok: true, number: expect.any(Number) });
  expect(again.body).toEqual(first.body);
});

it("fails a test if an answer has an undeclared member", async () => {
  const test = await testGateway({ plugins: [plugin()] });
  onTestFinished(test.stop);
  expect((await test.admin.post("users.show", { answer: { ok: true, password: "p" } })).status).toBe(500);
  expect(JSON.stringify(test.logged)).toContain(
    "users.show answers /password, which its output schema does not declare",
  );
});

it.each([
  [{ record: { id: "a", age: -1 } }, "users.user does not match its schema: /age must be >= 0"],
  [{ record: { id: "a" } }, "users.user does not match its schema: /age is required"],
  [{ event: { id: 1 } }, "users.user.added does not match its schema: /id must be string"],
])("refuses to write %j, and commits nothing", async (what, message) => {
  const { admin, gateway, logged } = await opened();
  given = what;
  expect((await admin.post("users.put", {})).status).toBe(500);
  expect(JSON.stringify(logged)).toContain(message);
  given = { record: { id: "b", age: 1 }, event: { id: "b" } };
  expect((await gateway.call("users.put", {})).ok).toBe(true);
});

it("writes invalid data if the option allows it", async () => {
  const { admin } = await opened({ checks: { writes: false } });
  given = { record: { id: "a", age: -1 }, event: { id: 1 } };
  expect((await admin.post("users.put", {})).status).toBe(200);
});

it("validates the writes of a migration", async () => {
  const storage = (await import("@postern/storage-memory")).default();
  const of = (data: number, step?: object) =>
    definePlugin(group, {
      version: "1.0.0",
      data,
      operations: [put],
      events: [added],
      collections: { users },
      ...(step && { migrations: { 2: async ({ store }) => void (await store.put(users, step as never)) } }),
    })();
  const first = createGateway({ plugins: [of(1)], storage });
  await first.start();
  await first.stop();
  const test = await testGateway({ plugins: [of(2, { id: "a" })], storage });
  onTestFinished(test.stop);
  expect(JSON.stringify(test.logged)).toContain("users.user does not match its schema: /age is required");
});

class Money {
  toJSON() {
    return "1 EUR";
  }
}
it.each<[string, unknown, string]>([
  ["a Map", { tags: new Map() }, "Map at /extra/tags"],
  ["a Date", { list: [1, new Date(0)] }, "Date at /extra/list/1"],
  ["a BigInt", { count: 1n }, "bigint at /extra/count"],
  ["NaN", { a: { b: Number.NaN } }, "NaN at /extra/a/b"],
  ["an infinite number", [Number.POSITIVE_INFINITY], "Infinity at /extra/0"],
  ["undefined in a list", { list: ["a", undefined] }, "undefined at /extra/list/1"],
  ["a hole in a list", { list: new Array(1) }, "undefined at /extra/list/0"],
  ["a function", { run: () => 1 }, "function at /extra/run"],
  ["bytes", { bytes: new Uint8Array(2) }, "Uint8Array at /extra/bytes"],
  ["an object that spells itself", { price: new Money() }, "Object at /extra/price"],
])("refuses %s in a record, an event and an answer, with its path", async (_, extra, message) => {
  const free = defineGroup("free", { title: "Free" });
  const Free = T.Object({ extra: T.Unknown() });
  const records = defineCollection("free.record", { schema: Free, key: () => ["one"] });
  const happened = defineEvent("free.record.happened", { summary: "It happened", data: Free });
  const operations = (["record", "event", "answer"] as const).map((where) =>
    defineCommand(free, {
      id: `free.${where}`,
      summary: "Write it",
      input: T.Object({}),
      output: Free,
      plan: () => ({ summary: "Write it" }),
      async execute({ store, emit }) {
        if (where === "record") await store.put(records, { extra });
        if (where === "event") emit(happened, { extra });
        return { extra: where === "answer" ? extra : { absent: undefined } };
      },
    }),
  );
  const test = await testGateway({
    plugins: [definePlugin(free, { version: "1.0.0", operations, events: [happened], collections: { records } })()],
  });
  onTestFinished(test.stop);
  for (const where of ["record", "event", "answer"]) {
    expect((await test.admin.post(`free.${where}`, {})).status).toBe(500);
    const last = JSON.stringify(test.logged.at(-1)) + JSON.stringify(test.logged.at(-2));
    expect([where, last]).toEqual([where, expect.stringContaining(message)]);
  }
});
