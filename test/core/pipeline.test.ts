import {
  defineCollection,
  defineCommand,
  defineGroup,
  definePlugin,
  defineQuery,
  type GatewayEvent,
  type MutableRecords,
  T,
} from "@postern/core";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";
import { add, noteAdded, notes, notesPlugin } from "./fixtures/notes.ts";
import { opened } from "./fixtures/opened.ts";

describe("one definition", () => {
  it("answers in the same way in process and over HTTP", async () => {
    const { gateway, admin } = await opened();
    const { note } = await gateway.call("notes.add", { text: "tea" });
    const { body } = await admin.post("notes.show", { id: note.id });
    expect(body).toEqual({ note });
    expect(await gateway.call("notes.show", { id: note.id })).toEqual({ note });
    expect(note.number).toBeTypeOf("number");
  });

  it("refuses an invalid input with the place of each problem", async () => {
    const { admin } = await opened();
    const { status, body } = await admin.post("notes.add", { text: "", more: 1 });
    expect(status).toBe(400);
    expect(body.code).toBe("gateway.invalid_input");
    expect(body.issues.map(({ path }: { path: string }) => path).sort()).toEqual(["/more", "/text"]);
  });

  it("parses numbers and numeric strings strictly", async () => {
    const { admin } = await opened();
    for (const limit of [
      "abc",
      "",
      " 50 ",
      "5.0",
      "0x10",
      "1e3",
      "+5",
      "٥",
      "NaN",
      "-1",
      "0",
      "501",
      "00050",
      1.5,
      501,
      null,
    ]) {
      const { status, body } = await admin.post("notes.page", { limit });
      expect([limit, status, body.issues?.[0]?.path]).toEqual([limit, 400, "/limit"]);
    }
    for (const limit of ["500", 500]) expect((await admin.post("notes.page", { limit })).body.limit).toBe(500);
    expect((await admin.post("notes.page")).body.limit).toBe(50);
  });

  it("gives plan and execute the same input, which neither can change", async () => {
    const group = defineGroup("odd", { title: "Odd" });
    const seen: unknown[] = [];
    const list = defineCommand(group, {
      id: "odd.list",
      summary: "Change the input",
      input: T.Object({ names: T.Array(T.Object({ name: T.String() })), quiet: T.Optional(T.Boolean()) }),
      output: T.Object({}),
      plan(_ctx, input) {
        if (!input.quiet) (input.names[0] as { name: string }).name = "other";
        return { summary: "List" };
      },
      execute(_ctx, _plan, input) {
        seen.push(input.names);
        return {};
      },
    });
    const test = await testGateway({ plugins: [definePlugin(group, { version: "1.0.0", operations: [list] })()] });
    onTestFinished(test.stop);
    expect((await test.admin.post("odd.list", { names: [{ name: "a" }] })).status).toBe(500);
    expect((await test.admin.post("odd.list", { names: [{ name: "a" }], quiet: true })).status).toBe(200);
    expect(seen).toEqual([[{ name: "a" }]]);
  });

  it("throws if it writes in a read-only context", async () => {
    const group = defineGroup("odd", { title: "Odd" });
    const note = { id: "n", text: "sneaked in", number: 1, createdAt: 1 };
    const sneak = defineQuery(group, {
      id: "odd.sneak",
      summary: "Write in a query",
      input: T.Object({}),
      output: T.Object({}),
      async run({ store }) {
        await (store as MutableRecords).put(notes, note);
        return {};
      },
    });
    const plan = defineCommand(group, {
      id: "odd.plan",
      summary: "Write in a plan",
      input: T.Object({}),
      output: T.Object({}),
      async plan({ store }) {
        await (store as MutableRecords).put(notes, note);
        return { summary: "Write" };
      },
      execute: () => ({}),
    });
    const odd = definePlugin(group, { version: "1.0.0", operations: [sneak, plan] });
    const test = await testGateway({ plugins: [notesPlugin(), odd()] });
    onTestFinished(test.stop);
    for (const id of ["odd.sneak", "odd.plan"]) expect((await test.admin.post(id)).status).toBe(500);
    expect(test.logged.map(({ fields }) => String(fields.error))).toContainEqual(
      expect.stringContaining("store.put in a query, a plan or a service"),
    );
    expect((await test.gateway.call("notes.page", {})).notes).toEqual([]);
  });

  it("leaves the caller's input unchanged", async () => {
    const { gateway } = await opened();
    const input = {};
    await gateway.call("notes.page", input);
    expect(input).toEqual({});
  });
});

describe("a dry run", () => {
  it("answers with its plan and writes nothing", async () => {
    const storage = memory();
    const { gateway, admin } = await opened({ storage });
    const { note } = await gateway.call("notes.add", { text: "tea" });
    await admin.post("notes.page", {});
    // The first use of a key is recorded after its call.
    await until(() => expect(storage.getKeys("", {})).toContainEqual(expect.stringContaining("gateway.2euse")));
    const before = storage.getKeys("", {});
    const dry = await admin.post("notes.remove", { id: note.id });
    expect(dry.status).toBe(200);
    expect(dry.body).toEqual({
      dryRun: true,
      plan: { summary: `Remove note ${note.id}`, text: 3 },
      digest: expect.any(String),
    });
    expect(dry.headers.get("etag")).toBe(`"${dry.body.digest}"`);
    expect(storage.getKeys("", {})).toEqual(before);
  });

  it("fails if the real call would fail", async () => {
    const { admin } = await opened();
    expect((await admin.post("notes.remove", { id: "note_none" })).body.code).toBe("notes.note_not_found");
  });

  it("executes exactly the plan that was shown, or nothing", async () => {
    const { gateway, admin } = await opened();
    const { note } = await gateway.call("notes.add", { text: "tea" });
    const { digest } = (await admin.post("notes.remove", { id: note.id })).body;
    const stale = await admin.post("notes.remove", { id: note.id, execute: true }, { "if-match": '"another"' });
    expect([stale.status, stale.body.code]).toEqual([412, "gateway.plan_stale"]);
    const shown = await admin.post("notes.remove", { id: note.id }, { "if-match": '"another"' });
    expect([shown.status, shown.body.code]).toEqual([412, "gateway.plan_stale"]);
    const same = await admin.post("notes.remove", { id: note.id }, { "if-match": `"${digest}"` });
    expect([same.status, same.body.dryRun]).toEqual([200, true]);
    expect(
      (await admin.post("notes.remove", { id: note.id, execute: true }, { "if-match": `"${digest}"` })).body,
    ).toEqual({ removed: true });
  });

  it("gives the answer itself if there is nothing to do, like the real call", async () => {
    const group = defineGroup("idle", { title: "Idle" });
    const tidy = defineCommand(group, {
      id: "idle.tidy",
      summary: "Tidy up",
      input: T.Object({ full: T.Boolean() }),
      output: T.Object({ tidied: T.Boolean() }),
      dryRunByDefault: true,
      plan: (_, { full }) => ({ summary: "Tidy up", ...(!full && { answer: { tidied: false } }) }),
      execute: () => ({ tidied: true }),
    });
    const { admin, stop: end } = await testGateway({
      plugins: [definePlugin(group, { version: "1.0.0", operations: [tidy] })()],
    });
    onTestFinished(end);
    const ask = async (body: object, headers?: Record<string, string>) =>
      (await admin.post("idle.tidy", body, headers)).body;
    const { digest, dryRun } = await ask({ full: true });
    expect(dryRun).toBe(true);
    expect(await ask({ full: false })).toEqual({ tidied: false });
    expect(await ask({ full: false, execute: true }, { "idempotency-key": "one" })).toEqual({ tidied: false });
    expect(await ask({ full: true, execute: true }, { "idempotency-key": "one" })).toEqual({ tidied: true });
    expect(await ask({ full: false, execute: true }, { "if-match": `"${digest}"` })).toMatchObject({ status: 412 });
  });

  it("can depend on the plan whether a call is executed, and stages nothing if it is not", async () => {
    const group = defineGroup("gifts", { title: "Gifts" });
    const given = defineCollection("gifts.gift", {
      schema: T.Object({ price: T.Integer() }),
      key: ({ price }) => [price],
    });
    const give = defineCommand(group, {
      id: "gifts.give",
      summary: "Give",
      input: T.Object({ price: T.Integer() }),
      output: T.Object({ price: T.Integer() }),
      dryRunByDefault: (_input, { effects = [] }) => effects.length > 0,
      plan: (_, { price }) => ({ summary: "Give", ...(price > 10 && { effects: ["Spends money"] }) }),
      async execute({ store }, _plan, { price }) {
        await store.put(given, { price });
        return { price };
      },
    });
    const storage = memory();
    const records = async () => storage.range?.({ start: "", end: "\uffff", limit: 1_000 });
    const { admin, stop: end } = await testGateway({
      plugins: [definePlugin(group, { version: "1.0.0", operations: [give], collections: { given } })()],
      storage,
    });
    onTestFinished(end);
    const ask = async (body: object, key = "") =>
      (await admin.post("gifts.give", body, key === "" ? {} : { "idempotency-key": key })).body;
    expect(await ask({ price: 1 })).toEqual({ price: 1 });
    const before = await records();
    expect(await ask({ price: 50 }, "one")).toMatchObject({ dryRun: true, plan: { effects: ["Spends money"] } });
    expect(await ask({ price: 2, execute: false })).toMatchObject({ dryRun: true });
    expect(await records()).toEqual(before);
    expect(await ask({ price: 50, execute: true }, "one")).toEqual({ price: 50 });
    expect(await ask({ price: 50 }, "one")).toEqual({ price: 50 });
  });

  it("accepts execute as a boolean for every command, and not for a query", async () => {
    const { admin } = await opened();
    for (const execute of ["true", 1, null, {}]) {
      const { status, body } = await admin.post("notes.remove", { id: "x", execute });
      expect([status, body.issues[0].path]).toEqual([400, "/execute"]);
    }
    expect((await admin.post("notes.page", { execute: true })).status).toBe(400);
    expect((await admin.post("notes.add", { text: "tea", execute: false })).body.dryRun).toBe(true);
    expect((await admin.post("notes.add", { text: "tea", execute: true })).body.note).toMatchObject({ text: "tea" });
  });

  it("works for every command on request", async () => {
    const { gateway, admin } = await opened();
    const { body } = await admin.post("notes.add", { text: "tea" }, { "x-dry-run": "true" });
    expect(body.plan).toEqual({ summary: "Add a note of 3 characters", length: 3 });
    const caller = await gateway.keys.callerOf(admin.contextId);
    expect(caller && (await gateway.plan("notes.add", { text: "tea" }, { caller }))).toEqual(body);
    expect((await gateway.call("notes.page", {})).notes).toEqual([]);
    expect((await admin.post("notes.page", {}, { "x-dry-run": "true" })).status).toBe(400);
    expect((await admin.post("notes.add", { text: "tea" }, { "x-dry-run": "yes" })).status).toBe(400);
  });
});

describe("a command", () => {
  it("publishes its events after the commit, with the number of the commit", async () => {
    const { gateway } = await opened();
    const received: GatewayEvent<{ id: string; number: number }>[] = [];
    const seen: unknown[] = [];
    gateway.on(noteAdded, async (event) => {
      received.push(event);
      seen.push(await gateway.call("notes.show", { id: event.data.id }));
    });
    const { note } = await gateway.call("notes.add", { text: "tea" });
    await gateway.stop();
    expect(received).toEqual([
      {
        id: `${note.number}.1`,
        type: "notes.note.added",
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        source: "/notes",
        subject: note.id,
        actor: "ctx_local",
        data: { id: note.id, number: note.number },
      },
    ]);
    const passed = Date.parse(received[0]?.time ?? "") - note.createdAt;
    expect(passed >= 0 && passed < 5_000).toBe(true);
  });

  it("is not affected by a listener that throws", async () => {
    const { gateway, logged } = await opened();
    let heard = 0;
    gateway.on(noteAdded, () => {
      throw new Error("no");
    });
    gateway.on(noteAdded, () => heard++);
    await gateway.call("notes.add", { text: "tea" });
    await gateway.stop();
    expect(heard).toBe(1);
    expect(logged.map(({ message }) => message)).toContain("A listener failed");
  });

  it("joins the commit of the command that calls it, atomically", async () => {
    const { gateway } = await opened();
    await expect(gateway.call("notes.add-both", { texts: ["same", "same"] })).rejects.toMatchObject({
      code: "notes.text_taken",
    });
    expect((await gateway.call("notes.page", {})).notes).toEqual([]);
    await gateway.call("notes.add-both", { texts: ["one", "two"] });
    expect((await gateway.call("notes.page", {})).notes.length).toBe(2);
  });

  it("with a unique key succeeds exactly once among many concurrent calls", async () => {
    const { gateway } = await opened();
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => gateway.call("notes.add", { text: "tea" })),
    );
    const lost = tries.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(lost.length).toBe(49);
    for (const { reason } of lost) expect(reason).toMatchObject({ code: "notes.text_taken", status: 409 });
  });
});

it("listeners that cause their own event are stopped and reported", async () => {
  const { gateway, logged } = await opened();
  let heard = 0;
  gateway.on(noteAdded, async () => {
    heard++;
    await gateway.call("notes.add", { text: `n${heard}` });
  });
  await gateway.call("notes.add", { text: "first" });
  await expect.poll(() => heard).toBe(16);
  await gateway.stop();
  expect(heard).toBe(16);
  expect(logged.map(({ fields }) => String(fields.error))).toContainEqual(expect.stringContaining("16 levels deep"));
});

it("an answer that is not JSON changes nothing", async () => {
  const group = defineGroup("odd", { title: "Odd" });
  const give = defineCommand(group, {
    id: "odd.give",
    summary: "Give what no JSON holds",
    input: T.Object({}),
    output: T.Object({ value: T.Unknown() }),
    plan: () => ({ summary: "Give" }),
    async execute({ call }) {
      await call(add, { text: "inside" });
      return { value: 1n };
    },
  });
  const odd = definePlugin(group, { version: "1.0.0", operations: [give] });
  const test = await testGateway({ plugins: [notesPlugin(), odd()] });
  onTestFinished(test.stop);
  const { status, body } = await test.admin.post("odd.give");
  expect([status, body.code]).toEqual([500, "gateway.invalid_response"]);
  expect((await test.gateway.call("notes.page", {})).notes).toEqual([]);
});
