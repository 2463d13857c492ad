import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { defineJob, defineQueue } from "@postern/kit/queue";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { dueIn, watchLooks } from "../run/looks.ts";
import { until } from "../run/until.ts";

const MINUTE = 60_000;

/** A gateway with a queue with repeating entries, and with a job. */
async function start(storage = memory(), now = Date.now, every = 10 * MINUTE) {
  const runs: string[] = [];
  const faults = new Set<string>();
  const group = defineGroup("chores", { title: "Chores" });
  const work = (name: string) => {
    runs.push(name);
    if (faults.has(name)) throw new Error(`no luck with ${name}`);
  };
  const chores = defineQueue(group, "work", {
    one: "chore",
    entry: T.Object({ name: T.String() }),
    backoff: [1_000],
    handle: ({ payload }) => work(payload.name),
  });
  const job = defineJob(group, "tidy", { every, run: () => work("tidy") });
  const ask = defineCommand(group, {
    id: "chores.ask",
    summary: "Ask for a chore",
    input: T.Object({ name: T.String(), key: T.String(), every: T.Optional(T.Integer()) }),
    output: T.Object({ id: T.String() }),
    plan: (_ctx, { name }) => ({ summary: `Do ${name}` }),
    execute: async (ctx, _plan, { name, ...options }) => ({ id: await chores.add(ctx, { name }, options) }),
  });
  const plugin = definePlugin(group, { version: "1.0.0", operations: [ask], workers: [chores, job] });
  const found = await testGateway({ plugins: [plugin()], storage, now });
  onTestFinished(() => found.stop());
  const post = async (id: string, body: object = {}) => (await found.admin.post(id, body)).body;
  return {
    ...found,
    runs,
    faults,
    storage,
    post,
    ask: async (name: string, key: string, every?: number): Promise<string> =>
      (await post("chores.ask", { name, key, ...(every && { every }) })).id,
    show: async (id: string) => (await post("chores.work.show", { id })).chore,
    times: (name: string) => runs.filter((one) => one === name).length,
  };
}

describe("a repeating entry", () => {
  it("runs again after its interval, ±10 %", async () => {
    const { ask, times, show, advance } = await start();
    const id = await ask("sweep", "daily", 10 * MINUTE);
    await until(async () => expect(await show(id)).toMatchObject({ status: "waiting", startedAt: expect.any(Number) }));
    const { nextAttemptAt, startedAt } = await show(id);
    expect(nextAttemptAt - startedAt).toBeGreaterThanOrEqual(9 * MINUTE);
    expect(nextAttemptAt - startedAt).toBeLessThanOrEqual(11 * MINUTE + 10_000);
    await advance(8 * MINUTE);
    expect(times("sweep")).toBe(1);
    for (let time = 2; time < 5; time++) {
      await advance(11 * MINUTE);
      await until(() => expect(times("sweep")).toBe(time));
    }
  });

  it("does not die however often it fails, and shows the error", async () => {
    const { ask, times, show, advance, faults } = await start();
    faults.add("sweep");
    const id = await ask("sweep", "daily", 10 * MINUTE);
    for (let time = 1; time < 7; time++) {
      await until(() => expect(times("sweep")).toBe(time));
      await until(async () =>
        expect(await show(id)).toMatchObject({ status: "waiting", lastError: expect.any(String) }),
      );
      await advance(11 * MINUTE);
    }
    faults.clear();
    await advance(11 * MINUTE);
    await until(async () => {
      const shown = await show(id);
      expect(shown.status).toBe("waiting");
      expect(shown.lastError).toBeUndefined();
    });
  });

  it("changes its interval if its key is added with another, and exists once", async () => {
    const { ask, times, post, advance } = await start();
    const id = await ask("sweep", "daily", 1_000 * MINUTE);
    await until(() => expect(times("sweep")).toBe(1));
    expect(await ask("sweep", "daily", MINUTE)).toBe(id);
    expect((await post("chores.work.list")).total).toBe(1);
    await advance(2 * MINUTE);
    await until(() => expect(times("sweep")).toBe(2));
  });

  it("runs on one of several gateways on the same store", async () => {
    const storage = memory();
    const first = await start(storage);
    await until(() => expect(first.times("tidy")).toBe(1));
    await first.stop();
    const watched = watchLooks(storage, dueIn("chores.tidy"));
    const second = await start(watched.storage);
    await second.ask("sweep", "after the start");
    await until(() => expect(second.times("sweep")).toBe(1));
    await watched.looked();
    expect(second.times("tidy")).toBe(0);
    await second.advance(11 * MINUTE);
    await until(() => expect(second.times("tidy")).toBe(1));
  });
});

describe("an entry with a key", () => {
  it("that is dead or discarded starts again with the new payload if the key is added", async () => {
    const { ask, times, show, advance, faults, post } = await start();
    faults.add("call");
    const id = await ask("call", "mother");
    await until(() => expect(times("call")).toBe(1));
    await advance(2_000);
    await until(async () => expect(await show(id)).toMatchObject({ status: "dead" }));
    expect(await ask("write", "mother")).toBe(id);
    await until(async () => expect(await show(id)).toMatchObject({ name: "write", status: "done", attempts: 1 }));
    expect(await ask("call", "mother")).toBe(id);
    expect(await show(id)).toMatchObject({ name: "write", status: "done" });
    expect((await post("chores.work.list")).total).toBe(1);
  });
});
