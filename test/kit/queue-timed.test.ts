import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { defineQueue } from "@postern/kit/queue";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";

const HOUR = 60 * 60 * 1000;

/** A group whose notes are shown again later, by a queue that people do not see. */
async function start({
  storage = memory(),
  work = async () => {},
  now = Date.now,
}: {
  storage?: ReturnType<typeof memory>;
  work?: () => Promise<void>;
  now?: () => number;
} = {}) {
  const shown: string[] = [];
  const group = defineGroup("notes", { title: "Notes" });
  const wakeups = defineQueue(group, "wakeups", {
    hidden: true,
    entry: T.Object({ note: T.String(), reason: T.String() }),
    async handle({ payload: { note, reason } }) {
      await work();
      return () => shown.push(`${note} ${reason}`);
    },
  });
  const laned = defineQueue(group, "laned", {
    hidden: true,
    entry: T.Object({ note: T.String() }),
    lane: ({ note }) => note,
    handle: () => {},
  });
  const when = { at: T.Optional(T.Number()), delay: T.Optional(T.Number()) };
  const input = T.Object({ note: T.String(), reason: T.String(), ...when });
  const output = T.Object({ id: T.String() });
  const plan = () => ({ summary: "Snooze the note" });
  const snooze = defineCommand(group, {
    id: "notes.snooze",
    ...{ summary: "Show a note again later", input, output, plan },
    execute: async (ctx, _plan, { note, reason, ...when }) => ({
      id: await wakeups.add(ctx, { note, reason }, { key: note, ...(when as object) }),
    }),
  });
  const wake = defineCommand(group, {
    id: "notes.wake",
    ...{ summary: "Do not snooze a note any longer", input: T.Object({ note: T.String() }), plan },
    output: T.Object({ dropped: T.Boolean() }),
    execute: async (ctx, _plan, { note }) => ({ dropped: await wakeups.drop(ctx, note) }),
  });
  const queueUp = defineCommand(group, {
    id: "notes.queue",
    ...{ summary: "Add an entry with a time to a queue with lanes", input: T.Object({}), output, plan },
    execute: async (ctx) => ({ id: await laned.add(ctx, { note: "a" }, { at: ctx.now }) }),
  });
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [snooze, wake, queueUp],
    workers: [wakeups, laned],
  });
  const found = await testGateway({ plugins: [plugin()], storage, now });
  onTestFinished(() => found.stop());
  const call = async (id: string, body: object) => (await found.admin.post(id, { ...body, execute: true })).body;
  return {
    ...{ ...found, shown, storage, call },
    snooze: (note: string, reason: string, at: number) => call("notes.snooze", { note, reason, at }),
  };
}

describe("a hidden queue", () => {
  it("has neither operations nor events", async () => {
    const { gateway } = await start();
    expect(gateway.manifest.operations.map(({ id }) => id).filter((id) => id.startsWith("notes.w"))).toEqual([
      "notes.wake",
    ]);
    expect(gateway.manifest.events.filter(({ type }) => type.startsWith("notes."))).toEqual([]);
  });

  it("does an entry at its time, also in another process", async () => {
    const first = await start();
    await first.snooze("a", "later", Date.now() + HOUR);
    await first.advance(HOUR / 2);
    expect(first.shown).toEqual([]);
    await first.stop();
    const second = await start({ storage: first.storage });
    await second.advance(2 * HOUR);
    await until(() => expect(second.shown).toEqual(["a later"]));
  });
});

describe("an entry with a time", () => {
  it("is moved by a later entry with its key, and has that entry's payload", async () => {
    const { snooze, shown, advance } = await start();
    const now = Date.now();
    const { id } = await snooze("a", "first", now + HOUR);
    expect(await snooze("a", "second", now + 3 * HOUR)).toEqual({ id });
    await advance(2 * HOUR);
    expect(shown).toEqual([]);
    await advance(2 * HOUR);
    await until(() => expect(shown).toEqual(["a second"]));
  });

  it("is done again when it is added after it was done", async () => {
    const { snooze, shown, advance } = await start();
    await snooze("a", "first", Date.now() + HOUR);
    await advance(2 * HOUR);
    await until(() => expect(shown).toEqual(["a first"]));
    await snooze("a", "second", Date.now() + 3 * HOUR);
    await advance(2 * HOUR);
    await until(() => expect(shown).toEqual(["a first", "a second"]));
  });

  it("changes nothing any longer if it is moved while it is worked on", async () => {
    let begin = () => {};
    let end = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { snooze, shown, advance } = await start({
      async work() {
        begin();
        await ended;
      },
    });
    await snooze("a", "first", Date.now());
    await begun;
    await snooze("a", "second", Date.now() + HOUR);
    end();
    await advance(2 * HOUR);
    await until(() => expect(shown).toEqual(["a second"]));
  });

  it("can be dropped while it waits, once", async () => {
    const { snooze, shown, advance, call } = await start();
    await snooze("a", "first", Date.now() + HOUR);
    expect(await call("notes.wake", { note: "a" })).toEqual({ dropped: true });
    expect(await call("notes.wake", { note: "a" })).toEqual({ dropped: false });
    expect(await call("notes.wake", { note: "b" })).toEqual({ dropped: false });
    await advance(2 * HOUR);
    expect(shown).toEqual([]);
  });

  it("is done at that time of a clock that was set back, unlike one with a delay", async () => {
    const noon = Date.parse("2026-06-01T12:00:00Z");
    let time = noon;
    const { snooze, call, shown } = await start({ now: () => time });
    await snooze("a", "at one", noon + HOUR);
    await call("notes.snooze", { note: "b", reason: "an hour later", delay: HOUR });
    time = noon - 3 * HOUR;
    // The worker notices the step of the clock before it looks for what is due.
    await call("notes.snooze", { note: "c", reason: "soon", delay: 1_000 });
    time += 2_000;
    await until(() => expect(shown).toContain("c soon"));
    time += HOUR;
    await until(() => expect(shown).toContain("b an hour later"));
    expect(shown).not.toContain("a at one");
    time = noon + HOUR;
    await until(() => expect(shown).toContain("a at one"));
  });

  it("is refused in a queue with lanes", async () => {
    const { call } = await start();
    expect(await call("notes.queue", {})).toMatchObject({ type: "urn:postern:error:gateway.internal" });
  });
});
