import { defineEvent, defineGroup, definePlugin, type PluginContext, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { defineQueue, nonRetryable } from "@postern/kit/queue";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";

/** A queue of jobs about rooms, whose work the test ends. */
async function start() {
  const group = defineGroup("rooms", { title: "Rooms" });
  const ended: string[] = [];
  const aborted: string[] = [];
  const atWork = new Map<string, () => void>();
  const closed = defineEvent("rooms.job.closed", { summary: "A job is dead", data: T.Object({ note: T.String() }) });
  const work = defineQueue(group, "work", {
    one: "job",
    entry: T.Object({ room: T.String(), n: T.Integer() }),
    note: T.Object({ seen: T.String() }),
    columns: { n: "plain", lastAttempt: "text" },
    about: { field: "room", of: ({ room }) => room },
    lane: ({ room }) => room,
    lease: 300,
    backoff: [1],
    died({ emit }, { payload, error, note }) {
      emit(closed, { note: `${payload.room} ${payload.n}: ${error}; ${note?.seen}` });
    },
    async handle({ payload: { room, n }, attempt }, { signal, note }) {
      note({ seen: `attempt ${attempt}` });
      if (room === "hopeless") throw nonRetryable("nobody is there");
      if (room === "failing") throw new Error("no luck");
      signal.addEventListener("abort", () => aborted.push(`${room} ${n}`));
      await new Promise<void>((resolve) => atWork.set(`${room} ${n}`, resolve));
      ended.push(`${room} ${n}`);
    },
  });
  let host: PluginContext | undefined;
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [],
    events: [closed],
    workers: [work],
    start(given) {
      host = given;
      return undefined;
    },
  });
  const test = await testGateway({ plugins: [plugin()] });
  onTestFinished(test.stop);
  const transact: PluginContext["transact"] = (run) => (host as PluginContext).transact(run);
  const notes: string[] = [];
  test.gateway.on(closed, ({ data }) => notes.push(data.note));
  const add = (room: string, n: number, options: { key?: string; once?: boolean } = {}) =>
    transact((ctx) => work.add(ctx, { room, n }, options));
  const show = async (id: string) => (await test.admin.post("rooms.work.show", { id })).body.job;
  return { ...test, work, transact, add, show, atWork, ended, aborted, notes };
}

describe("entries about something", () => {
  it("are found while they wait or run, and not afterwards", async () => {
    const { add, work, transact, atWork, show } = await start();
    const first = await add("blue", 1);
    const second = await add("blue", 2);
    await add("red", 1);
    await until(() => expect(atWork.has("blue 1")).toBe(true));
    const active = () => transact((ctx) => work.activeAbout(ctx, "blue"));
    expect(await active()).toEqual([
      { id: second, status: "waiting", payload: { room: "blue", n: 2 } },
      { id: first, status: "running", payload: { room: "blue", n: 1 } },
    ]);
    atWork.get("blue 1")?.();
    await until(() => expect(atWork.has("blue 2")).toBe(true));
    atWork.get("blue 2")?.();
    await until(async () => expect((await show(second)).status).toBe("done"));
    expect(await active()).toEqual([]);
  });

  it("can be canceled, also if one is running, whose attempt is aborted and changes nothing", async () => {
    const { add, work, transact, atWork, show, aborted, ended } = await start();
    const first = await add("blue", 1);
    const second = await add("blue", 2);
    const other = await add("red", 1);
    await until(() => expect(atWork.size).toBe(2));
    const ids = await transact((ctx) => work.cancelAbout(ctx, "blue", "The room is closed"));
    expect(ids.sort()).toEqual([first, second].sort());
    const third = await add("blue", 3);
    await until(() => expect(atWork.has("blue 3")).toBe(true));
    await until(() => expect(aborted).toContain("blue 1"));
    atWork.get("blue 1")?.();
    await until(() => expect(ended).toEqual(["blue 1"]));
    for (const id of [first, second])
      expect(await show(id)).toMatchObject({ status: "discarded", lastError: "The room is closed" });
    for (const id of [third, other]) expect(await show(id)).toMatchObject({ status: "running" });
    for (const end of atWork.values()) end();
  });
});

describe("an entry that is added", () => {
  it("with once, exists once for its key, even if it was discarded or is dead", async () => {
    const { add, show, admin } = await start();
    const dead = await add("hopeless", 1, { key: "a" });
    await until(async () => expect((await show(dead)).status).toBe("dead"));
    expect(await add("hopeless", 2, { key: "a", once: true })).toBe(dead);
    expect(await show(dead)).toMatchObject({ status: "dead", n: 1 });
    await admin.post("rooms.work.discard", { id: dead });
    expect(await add("hopeless", 2, { key: "a", once: true })).toBe(dead);
    expect((await show(dead)).status).toBe("discarded");
    expect(await add("hopeless", 2, { key: "a" })).toBe(dead);
    await until(async () => expect(await show(dead)).toMatchObject({ status: "dead", n: 2 }));
  });

  it("that is finished is only shown, and not worked on", async () => {
    const { work, transact, show, admin } = await start();
    const record = () =>
      transact((ctx) => work.addFinished(ctx, { room: "blue", n: 1 }, { seen: "by nobody" }, { key: "a" }));
    const id = await record();
    expect(await record()).toBe(id);
    expect(await show(id)).toMatchObject({ status: "done", attempts: 0, n: 1, lastAttempt: { seen: "by nobody" } });
    expect((await show(id)).finishedAt).toBeGreaterThan(0);
    expect(await transact((ctx) => work.activeAbout(ctx, "blue"))).toEqual([]);
    const { work: jobs } = (await admin.post("rooms.work.list", { room: "blue" })).body;
    expect(jobs.map((job: { id: string }) => job.id)).toEqual([id]);
  });
});

describe("an entry that fails permanently", () => {
  it("adds what its queue wants to the commit that makes it dead", async () => {
    const { add, show, notes } = await start();
    const ids = [await add("hopeless", 1), await add("failing", 1)];
    for (const id of ids) await until(async () => expect((await show(id)).status).toBe("dead"));
    await until(() =>
      expect(notes.sort()).toEqual(["failing 1: no luck; attempt 2", "hopeless 1: nobody is there; attempt 1"]),
    );
  });
});
