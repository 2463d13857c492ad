import {
  createGateway,
  createLog,
  defineCollection,
  defineCommand,
  defineGroup,
  definePlugin,
  defineQuery,
  defineService,
  optional,
  perCall,
  T,
} from "@postern/core";
import { createClient, testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { describe, expect, it } from "vitest";
import { dataVersions } from "../../core/src/runtime/migrate.ts";
import { complete, recordsOf, Transaction } from "../../core/src/storage/index.ts";
import { notes, notesPlugin } from "./fixtures/notes.ts";

interface Counting {
  count(): Promise<number>;
}
const counting = defineService<Counting>("left.counting");
const other = defineService<object>("right.other");
const query = (group: ReturnType<typeof defineGroup>, id: string) =>
  defineQuery(group, {
    id: id as never,
    summary: "Answer",
    input: T.Object({}),
    output: T.Object({ ok: T.Boolean() }),
    run: () => ({ ok: true }),
  });

describe("an invalid combination of plugins is refused when the gateway is created", () => {
  const left = defineGroup("left", { title: "Left", needs: { other } });
  const right = defineGroup("right", { title: "Right", needs: { counting } });
  const leftPlugin = definePlugin(left, {
    version: "1.0.0",
    operations: [],
    provides: { counting },
    setup: () => ({ services: { counting: { count: async () => 0 } } }),
  });
  const rightPlugin = definePlugin(right, {
    version: "1.0.0",
    operations: [],
    provides: { other },
    setup: () => ({ services: { other: {} } }),
  });

  it("naming the plugin and the service that none provides", () => {
    expect(() => createGateway({ plugins: [leftPlugin()] })).toThrow(
      "Plugin left needs the service right.other, which no enabled plugin provides",
    );
  });
  it("showing the cycle of needs", () => {
    expect(() => createGateway({ plugins: [leftPlugin(), rightPlugin()] })).toThrow("left → right → left");
  });
  it("naming both owners of an operation, name or service", () => {
    const again = definePlugin(defineGroup("notes", { title: "Notes" }), { version: "2.0.0", operations: [] });
    expect(() => createGateway({ plugins: [notesPlugin(), again()] })).toThrow("notes 1.0.0 and notes 2.0.0");
    const thief = definePlugin(defineGroup("thief", { title: "Thief" }), {
      version: "1.0.0",
      operations: [query(defineGroup("notes", { title: "Notes" }), "notes.page")],
    });
    expect(() => createGateway({ plugins: [notesPlugin(), thief()] })).toThrow(
      "notes 1.0.0 and thief 1.0.0 both define the operation notes.page",
    );
  });
  it("naming the core version that a plugin requires", () => {
    const old = definePlugin(defineGroup("old", { title: "Old" }), { version: "1.0.0", core: "^0", operations: [] });
    expect(() => createGateway({ plugins: [old()] })).toThrow("Plugin old 1.0.0: it requires core ^0");
  });
  it("for invalid ids", () => {
    const group = defineGroup("x", { title: "X" });
    for (const id of ["x", "x.", "x/a", "x.__proto__", "x.A", "x.a\r\nb", `x.${"a".repeat(300)}`, "y.a", ""])
      expect(() => query(group, id)).toThrow('The id of an operation of "x" must be x.');
    for (const name of ["", "A", "__proto__", "a.b", "1a"])
      expect(() => defineGroup(name, { title: "" })).toThrow("A group name must be lowercase");
  });
  it("for fields that are options of the command line", () => {
    const group = defineGroup("x", { title: "X" });
    expect(() =>
      defineQuery(group, {
        id: "x.a",
        summary: "",
        input: T.Object({ json: T.String() }),
        output: T.Object({}),
        run: () => ({}),
      }),
    ).toThrow('a field cannot be named "json"');
  });
});

describe("a plugin that does not start", () => {
  const broken = (setup: () => never | Promise<never>) => {
    const group = defineGroup("broken", { title: "Broken" });
    return definePlugin(group, {
      version: "1.0.0",
      operations: [query(group, "broken.ask")],
      provides: { counting },
      setup,
    })();
  };

  it.each([
    [
      "throws",
      () => {
        throw new Error("no luck");
      },
      "no luck",
    ],
    [
      "rejects",
      async () => {
        throw new Error("no luck");
      },
      "no luck",
    ],
    [
      "throws a string",
      () => {
        throw "no luck";
      },
      "no luck",
    ],
    ["hangs", () => new Promise<never>(() => {}), "did not finish within 50 ms"],
  ])("because it %s answers 503, while the others run", async (_, setup, reason) => {
    const { admin, stop } = await testGateway({ plugins: [notesPlugin(), broken(setup)], limits: { pluginStart: 50 } });
    const reply = await admin.post("broken.ask");
    expect([reply.status, reply.body.code, reply.body.plugin]).toEqual([503, "gateway.unavailable", "broken"]);
    expect(reply.body.detail).toContain(reason);
    expect(reply.headers.get("retry-after")).toBe("1");
    expect((await admin.post("notes.page")).status).toBe(200);
    expect((await admin.send("/health")).body).toEqual({ status: "degraded" });
    await stop();
  });

  it("prevents the start of plugins that need it, with the reason", async () => {
    const needy = defineGroup("needy", { title: "Needy", needs: { counting } });
    const free = defineGroup("free", { title: "Free", needs: { counting: optional(counting) } });
    const { admin, stop } = await testGateway({
      plugins: [
        definePlugin(needy, { version: "1.0.0", operations: [query(needy, "needy.ask")] })(),
        definePlugin(free, { version: "1.0.0", operations: [query(free, "free.ask")] })(),
        broken(() => {
          throw new Error("no luck");
        }),
      ],
    });
    expect((await admin.post("needy.ask")).body.detail).toContain(
      "it needs the service left.counting, whose plugin did not start",
    );
    expect((await admin.post("free.ask")).status).toBe(200);
    await stop();
  });

  it("because of its configuration names the invalid field", async () => {
    const { admin, stop } = await testGateway({ plugins: [notesPlugin({ prefix: 1 } as never)] });
    expect((await admin.post("notes.page")).body.detail).toContain("/prefix must be string");
    await stop();
  });
});

it("a service that reads is built per call, so that the call's commit validates its reads", async () => {
  const counters = defineCollection("left.counter", {
    schema: T.Object({ id: T.String(), n: T.Integer() }),
    key: ({ id }) => [id],
  });
  const left = defineGroup("left", { title: "Left" });
  const leftPlugin = definePlugin(left, {
    version: "1.0.0",
    operations: [],
    collections: { counters },
    provides: { counting },
    setup: () => ({
      services: {
        counting: perCall(({ store }) => ({ count: async () => (await store.get(counters, "all"))?.n ?? 0 })),
      },
    }),
  });
  const right = defineGroup("right", { title: "Right", needs: { counting } });
  const raise = defineCommand(right, {
    id: "right.raise",
    summary: "Add one",
    input: T.Object({}),
    output: T.Object({ n: T.Integer() }),
    plan: async ({ services }) => ({ summary: "Add one", n: (await services.counting.count()) + 1 }),
    async execute({ store }, { n }) {
      await store.put(counters, { id: "all", n });
      return { n };
    },
  });
  const { gateway, stop } = await testGateway({
    plugins: [definePlugin(right, { version: "1.0.0", operations: [raise] })(), leftPlugin()],
  });
  const answers = await Promise.all(Array.from({ length: 40 }, () => gateway.call(raise, {})));
  expect(answers.map(({ n }) => n).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  await stop();
});

describe("stored data", () => {
  const versioned = (data: number, migrations = {}) => {
    const group = defineGroup("notes", { title: "Notes" });
    const change = defineCommand(group, {
      id: "notes.change",
      summary: "Change",
      input: T.Object({}),
      output: T.Object({}),
      plan: () => ({ summary: "Change" }),
      execute: () => ({}),
    });
    return definePlugin(group, {
      version: "1.0.0",
      data,
      operations: [query(group, "notes.ask"), change],
      collections: { notes },
      migrations,
    })();
  };

  it("is migrated to the plugin's version step by step, and a failed step is repeated", async () => {
    const storage = memory();
    const first = createGateway({ plugins: [notesPlugin()], storage });
    const { note } = await first.call("notes.add", { text: "tea" });
    await first.stop();
    let fails = true;
    const migrations = {
      2: async ({ store }: { store: { put: (c: typeof notes, n: typeof note) => unknown } }) =>
        void (await store.put(notes, { ...note, text: "tea 2" })),
      3: async ({ store }: { store: { get: typeof Object; put: (c: typeof notes, n: typeof note) => unknown } }) => {
        await store.put(notes, { ...note, text: "tea 3" });
        if (fails) throw new Error("half-way");
      },
    };
    const broken = await testGateway({ plugins: [versioned(3, migrations)], storage });
    expect((await broken.admin.post("notes.ask")).body.detail).toContain("half-way");
    await broken.stop();
    fails = false;
    const mended = await testGateway({ plugins: [versioned(3, migrations)], storage });
    expect((await mended.admin.post("notes.ask")).status).toBe(200);
    await mended.stop();
  });

  it("without a migration to the next version stops the plugin, which says so", async () => {
    const storage = memory();
    const first = await testGateway({ plugins: [versioned(1)], storage });
    await first.stop();
    for (const migrations of [{ 3: () => {} }, undefined]) {
      const { admin, stop } = await testGateway({ plugins: [versioned(3, migrations)], storage });
      expect((await admin.post("notes.ask")).body.detail).toContain(
        "its stored data has version 1; a migration to 2 is missing",
      );
      await stop();
    }
  });

  it("of a newer version can be read but not changed", async () => {
    const storage = memory();
    const newer = createGateway({ plugins: [versioned(5)], storage });
    await newer.start();
    await newer.stop();
    const { admin, stop } = await testGateway({ plugins: [versioned(4)], storage });
    expect((await admin.post("notes.ask")).status).toBe(200);
    const refused = await admin.post("notes.change");
    expect([refused.status, refused.body.code]).toEqual([503, "gateway.unavailable"]);
    expect(refused.body.detail).toContain("has version 5, but this version supports up to 4");
    await stop();
  });
});

it("a store written by a newer gateway is read-only and says why", async () => {
  const storage = memory();
  const first = await testGateway({ plugins: [notesPlugin()], storage });
  await first.admin.post("notes.add", { text: "tea" });
  await first.stop();
  const driver = await complete(storage);
  const tx = new Transaction(driver);
  await recordsOf(tx).put(dataVersions, { plugin: "gateway", version: 99 });
  await tx.commit(driver);
  const lines: string[] = [];
  const gateway = createGateway({
    plugins: [notesPlugin()],
    storage,
    log: createLog({ write: (line) => void lines.push(line) }),
  });
  const admin = createClient(gateway.fetch, first.admin.key);
  expect((await admin.post("notes.page")).body.notes).toMatchObject([{ text: "tea" }]);
  const refused = await admin.post("notes.add", { text: "coffee" });
  expect([refused.status, refused.body.code]).toEqual([503, "gateway.unavailable"]);
  expect((await admin.send("/health")).body).toEqual({ status: "degraded" });
  expect(lines.join("")).toContain("the gateway itself has version 99, but this version supports up to 2");
  await gateway.stop();
});

it("two gateways in one process are independent of each other", async () => {
  const [left, right] = [
    await testGateway({ plugins: [notesPlugin()] }),
    await testGateway({ plugins: [notesPlugin({ prefix: "r" })] }),
  ];
  await left.gateway.call("notes.add", { text: "tea" });
  expect((await right.gateway.call("notes.page", {})).notes).toEqual([]);
  expect((await right.gateway.call("notes.add", { text: "tea" })).note.text).toBe("rtea");
  await left.stop();
  expect((await right.admin.post("notes.page")).status).toBe(200);
  expect((await right.admin.post("notes.page", {}, { authorization: `Bearer ${left.admin.key}` })).status).toBe(401);
  await right.stop();
});

it("a stopped gateway can be started again", async () => {
  const storage = memory();
  const gateway = createGateway({ plugins: [notesPlugin()], storage });
  await gateway.call("notes.add", { text: "tea" });
  await gateway.stop();
  await gateway.start();
  expect((await gateway.call("notes.page", {})).notes.length).toBe(1);
  await gateway.stop();
});
