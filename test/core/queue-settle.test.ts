import { defineCollection, defineCommand, defineEvent, defineGroup, definePlugin, defineQuery, T } from "@postern/core";
import type { StoreDriver } from "@postern/core/storage";
import { testGateway } from "@postern/core/testing";
import { type Completion, defineQueue } from "@postern/kit/queue";
import memory from "unstorage/drivers/memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { commandExecuted } from "../../core/src/define/journal.ts";
import { until } from "../run/until.ts";
import { between } from "../storage-drivers/faults.ts";

/** A group of notes with commands, and a group whose queue calls them in its completions. */
function plugins(queue: { backoff: number[]; lease?: number }) {
  const Note = T.Object({ id: T.String(), text: T.String() });
  const notes = defineGroup("notes", { title: "Notes" });
  const note = defineCollection("notes.note", { schema: Note, key: ({ id }) => [id] });
  const noted = defineEvent("notes.noted", { summary: "A note was added", data: Note });
  const add = defineCommand(notes, {
    id: "notes.add",
    summary: "Add a note",
    input: T.Object({ text: T.String() }),
    output: T.Object({ note: Note }),
    plan: () => ({ summary: "Add a note" }),
    async execute({ store, id, emit }, _plan, { text }) {
      const added = { id: id("note_"), text };
      await store.put(note, added);
      emit(noted, added);
      return { note: added };
    },
  });
  const addBoth = defineCommand(notes, {
    id: "notes.add-both",
    summary: "Add two notes",
    input: T.Object({ text: T.String() }),
    output: T.Object({}),
    plan: () => ({ summary: "Add two notes" }),
    async execute({ call }, _plan, { text }) {
      await call(add, { text });
      await call(add, { text });
      return {};
    },
  });
  const spoil = defineCommand(notes, {
    id: "notes.spoil",
    summary: "Add a note and fail",
    input: T.Object({}),
    output: T.Object({}),
    plan: () => ({ summary: "Add a note and fail" }),
    async execute({ call }) {
      await call(add, { text: "half" });
      throw new Error("no luck");
    },
  });
  const sent: string[] = [];
  const send = defineCommand(notes, {
    id: "notes.send",
    summary: "Send a note",
    effect: "external",
    input: T.Object({}),
    output: T.Object({}),
    plan: () => ({ summary: "Send a note" }),
    execute() {
      sent.push("note");
      return {};
    },
  });
  const list = defineQuery(notes, {
    id: "notes.list",
    summary: "List notes",
    input: T.Object({}),
    output: T.Object({ texts: T.Array(T.String()) }),
    run: async ({ store }) => ({ texts: (await store.find(note, { limit: 100 })).items.map(({ text }) => text) }),
  });

  const chores = defineGroup("chores", { title: "Chores" });
  const finished = defineEvent("chores.finished", {
    summary: "A chore is done",
    data: T.Object({ seen: T.Integer() }),
  });
  const settles: Record<string, Completion> = {
    add: async ({ call, emit }) => {
      const { texts } = await call(list, {});
      await call(addBoth, { text: "tea" });
      emit(finished, { seen: texts.length });
    },
    send: ({ call }) => call(send, {}),
    spoil: ({ call }) => call(spoil, {}).catch(() => {}),
    throws: () => {
      throw new Error("cannot settle");
    },
  };
  const work = defineQueue(chores, "work", {
    one: "chore",
    entry: T.Object({ name: T.String() }),
    ...queue,
    handle: ({ payload }) => settles[payload.name],
  });
  const ask = defineCommand(chores, {
    id: "chores.ask",
    summary: "Ask for a chore",
    input: T.Object({ name: T.String(), owner: T.Optional(T.String()) }),
    output: T.Object({ id: T.String() }),
    plan: (_ctx, { name }) => ({ summary: `Do ${name}` }),
    execute: async (ctx, _plan, { name, ...options }) => ({ id: await work.add(ctx, { name }, options) }),
  });
  return {
    sent,
    noted,
    finished,
    add,
    list: [
      definePlugin(notes, {
        version: "1.0.0",
        operations: [add, addBoth, spoil, send, list],
        events: [noted],
        collections: { note },
      })(),
      definePlugin(chores, { version: "1.0.0", operations: [ask], events: [finished], workers: [work] })(),
    ] as const,
  };
}

async function start(storage: StoreDriver = memory(), queue: Parameters<typeof plugins>[0] = { backoff: [] }) {
  const made = plugins(queue);
  const found = await testGateway({ plugins: made.list, storage });
  onTestFinished(() => found.stop());
  const post = async (id: string, body: object = {}) => (await found.admin.post(id, body)).body;
  return {
    ...made,
    ...found,
    ended: (id: string) =>
      until(async () => {
        const { chore } = await post("chores.work.show", { id });
        expect(["done", "dead"]).toContain(chore.status);
        return chore;
      }),
    notes: async () => (await post("notes.list")).texts as string[],
  };
}

describe("a call in a completion", () => {
  it("joins the commit that marks the entry as done, on behalf of its owner", async () => {
    const { gateway, client, ended, notes, noted, finished } = await start();
    const events: { id: string; type: string; actor: string }[] = [];
    gateway.on(noted, ({ id, type, actor }) => void events.push({ id, type, actor }));
    gateway.on(finished, ({ id, type, actor, data }) => void events.push({ id, type: `${type} ${data.seen}`, actor }));
    const executed: { actor: string; data: unknown }[] = [];
    gateway.on(commandExecuted, ({ actor, data }) => {
      if (data.operation.startsWith("notes.")) executed.push({ actor, data });
    });
    const ann = await client(["chores:write", "notes:write", "notes:read"]);
    const { id } = (await ann.post("chores.ask", { name: "add" })).body;
    expect(await ended(id)).toMatchObject({ status: "done", attempts: 1 });
    expect(await notes()).toEqual(["tea", "tea"]);
    await until(() =>
      expect(events.map(({ type }) => type)).toEqual(["notes.noted", "notes.noted", "chores.finished 0"]),
    );
    expect(new Set(events.map(({ id }) => id.split(".")[0])).size).toBe(1);
    expect(events.map(({ actor }) => actor)).toEqual([ann.contextId, ann.contextId, "plugin_chores"]);
    await until(() =>
      expect(executed).toMatchObject([
        { actor: ann.contextId, data: { operation: "notes.add-both", outcome: "done" } },
      ]),
    );
  });

  it("has only the rights of the owner", async () => {
    const { client, ended, notes } = await start();
    const ann = await client(["chores:write", "notes:read"]);
    const { id } = (await ann.post("chores.ask", { name: "add" })).body;
    expect(await ended(id)).toMatchObject({ status: "dead", lastError: expect.stringContaining("notes:write") });
    expect(await notes()).toEqual([]);
  });

  it("has the rights of the context given to add, at the time of the call", async () => {
    const { admin, gateway, client, ended, notes } = await start();
    const ann = await client(["notes:write", "notes:read"]);
    const first = (await admin.post("chores.ask", { name: "add", owner: ann.contextId })).body.id;
    expect(await ended(first)).toMatchObject({ status: "done" });
    const bob = await client(["notes:write", "notes:read"]);
    await gateway.keys.revoke(bob.contextId);
    const second = (await admin.post("chores.ask", { name: "add", owner: bob.contextId })).body.id;
    expect(await ended(second)).toMatchObject({ status: "dead", lastError: expect.stringMatching(/ctx_.* has ended/) });
    expect(await notes()).toHaveLength(2);
  });

  it("is the plugin's own if the embedding program added the entry", async () => {
    const { gateway, ended, notes } = await start();
    const { id } = (await gateway.call("chores.ask", { name: "add" })) as { id: string };
    expect(await ended(id)).toMatchObject({ status: "done" });
    expect(await notes()).toHaveLength(2);
  });

  it("is done once if the first attempt to commit conflicts", async () => {
    const driver = memory();
    let left = 1;
    const storage = between(driver, (call) => {
      if (left > 0 && call.value?.includes("tea")) {
        left--;
        throw new Error("the disk is away");
      }
      return call.go();
    });
    const { admin, ended, notes } = await start(storage, { backoff: [1_000], lease: 1_000 });
    const { id } = (await admin.post("chores.ask", { name: "add" })).body;
    expect(await ended(id)).toMatchObject({ status: "done", attempts: 2 });
    expect(left).toBe(0);
    expect(await notes()).toEqual(["tea", "tea"]);
  });

  it("rejects an operation that works outside the store", async () => {
    const { admin, ended, sent } = await start();
    const { id } = (await admin.post("chores.ask", { name: "send" })).body;
    expect(await ended(id)).toMatchObject({
      status: "dead",
      lastError: "notes.send works outside the store: call it with host.call, not within a commit",
    });
    expect(sent).toEqual([]);
  });

  it("that fails changes nothing, even if its error is caught", async () => {
    const { admin, ended, notes } = await start();
    const { id } = (await admin.post("chores.ask", { name: "spoil" })).body;
    expect(await ended(id)).toMatchObject({ status: "dead", lastError: "no luck" });
    expect(await notes()).toEqual([]);
  });
});

it("a completion that throws is a failed attempt with its error", async () => {
  const { admin, ended } = await start();
  const { id } = (await admin.post("chores.ask", { name: "throws" })).body;
  expect(await ended(id)).toMatchObject({ status: "dead", attempts: 1, lastError: "cannot settle" });
});
