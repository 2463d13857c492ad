import { defineRecord } from "@postern/core/storage";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { afterEach, describe, expect, it } from "vitest";
import { dueIn, watchLooks } from "../run/looks.ts";
import { until } from "../run/until.ts";
import { jobsPlugin } from "./fixtures/jobs.ts";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

async function start(options: Parameters<typeof jobsPlugin>[0] = {}, storage = memory()) {
  const jobs = jobsPlugin(options);
  let shift = 0;
  const watched = watchLooks(storage, dueIn("jobs.work"));
  const found = await testGateway({
    plugins: [jobs.plugin()],
    storage: watched.storage,
    now: () => Date.now() + shift,
  });
  open.push(found);
  const post = async (id: string, body: object = {}) => (await found.admin.post(id, body)).body;
  const statusOf = async (id: string) => (await post("jobs.work.show", { id })).job;
  return {
    ...jobs,
    ...found,
    storage,
    looked: watched.looked,
    post,
    statusOf,
    ask: async (name: string, key?: string): Promise<string> =>
      (await post("jobs.ask", { name, ...(key && { key }) })).id,
    shift: (by: number) => {
      shift += by;
    },
  };
}

describe("an entry of a queue", () => {
  it("is handled after the commit that added it, and completed in one commit", async () => {
    const { ask, statusOf, gateway, finished } = await start();
    const received: string[] = [];
    gateway.on(finished, ({ data }) => void received.push(data.name));
    const id = await ask("tea");
    await until(async () => expect(await statusOf(id)).toMatchObject({ status: "done", attempts: 1, name: "tea" }));
    await until(() => expect(received).toEqual(["tea"]));
    expect(await statusOf(id)).toEqual({
      id,
      name: "tea",
      status: "done",
      attempts: 1,
      createdAt: expect.any(Number),
      startedAt: expect.any(Number),
      finishedAt: expect.any(Number),
      lastAttempt: { seen: 1 },
    });
  });

  it("with a key is created once", async () => {
    const { ask, post } = await start();
    const first = await ask("tea", "k");
    expect(await ask("tea", "k")).toBe(first);
    expect((await post("jobs.work.list")).total).toBe(1);
  });

  it("is retried after each delay, ±20 %, and dead after the last one", async () => {
    const { ask, statusOf, attempts, advance, post, gateway } = await start();
    const id = await ask("fails");
    await until(async () => expect(await statusOf(id)).toMatchObject({ status: "waiting", attempts: 1 }));
    const { nextAttemptAt, startedAt, lastError } = await statusOf(id);
    expect(lastError).toBe("no luck with fails");
    expect(nextAttemptAt - startedAt).toBeGreaterThanOrEqual(800);
    expect(nextAttemptAt).toBeLessThanOrEqual(Date.now() + 1_200);
    await advance(1_300);
    await until(async () => expect(await statusOf(id)).toMatchObject({ status: "waiting", attempts: 2 }));
    await advance(6_500);
    await until(async () => expect(await statusOf(id)).toMatchObject({ status: "dead", attempts: 3 }));
    expect(new Set(attempts.map(({ idempotencyKey }) => idempotencyKey))).toEqual(new Set([id]));
    const types = gateway.manifest.events.map(({ type }) => type);
    expect(types).toContain("jobs.work.died");
    expect((await post("jobs.work.list", { status: "dead", name: "fails" })).work).toMatchObject([
      { id, status: "dead" },
    ]);
  });

  it("waits as long as its handler requests, and dies if the error is not retryable", async () => {
    const { ask, statusOf } = await start();
    const later = await ask("later");
    const hopeless = await ask("hopeless");
    await until(async () => expect(await statusOf(later)).toMatchObject({ status: "waiting", attempts: 1 }));
    const { nextAttemptAt, startedAt } = await statusOf(later);
    expect(nextAttemptAt - startedAt).toBeGreaterThanOrEqual(60_000);
    await until(async () =>
      expect(await statusOf(hopeless)).toMatchObject({ status: "dead", lastError: "there is nobody there" }),
    );
  });

  it("can be postponed without using attempts", async () => {
    const { ask, statusOf, attempts } = await start();
    const id = await ask("shut");
    await until(async () => expect(await statusOf(id)).toMatchObject({ status: "done", attempts: 1 }));
    expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("can be retried or discarded manually", async () => {
    const { ask, statusOf, post, attempts, admin } = await start();
    const id = await ask("hopeless");
    await until(async () => expect(await statusOf(id)).toMatchObject({ status: "dead" }));
    expect((await post("jobs.work.retry", { id })).job).toMatchObject({ status: "waiting", attempts: 0 });
    await until(() => expect(attempts).toHaveLength(2));
    await until(async () => expect(await statusOf(id)).toMatchObject({ status: "dead" }));
    expect((await post("jobs.work.discard", { id })).job).toMatchObject({ status: "discarded" });
    const done = await ask("tea");
    await until(async () => expect(await statusOf(done)).toMatchObject({ status: "done" }));
    expect(await admin.post("jobs.work.discard", { id: done })).toMatchObject({
      status: 409,
      body: { code: "jobs.work_job_settled" },
    });
    expect(await admin.post("jobs.work.show", { id: "entry_0" })).toMatchObject({
      status: 404,
      body: { code: "jobs.work_job_not_found", fix: "postern jobs work list" },
    });
  });

  it("that exceeds its time limit has a failed attempt", async () => {
    const { ask, statusOf } = await start({ timeout: 50 });
    const id = await ask("hangs");
    await until(async () =>
      expect(await statusOf(id)).toMatchObject({ status: "waiting", lastError: "It did not finish within 50 ms" }),
    );
  });
});

describe("a queue", () => {
  it("limits concurrent entries", async () => {
    const { ask, post, attempts } = await start({ concurrency: 2 });
    for (let n = 0; n < 5; n++) await ask(`slow ${n}`);
    await until(async () => expect((await post("jobs.work.list", { status: "running" })).total).toBe(2));
    expect(attempts).toHaveLength(2);
  });

  it("releases unfinished entries when the gateway stops, without losing attempts", async () => {
    const first = await start();
    const id = await first.ask("hangs");
    await until(() => expect(first.attempts).toHaveLength(1));
    await first.stop();
    const second = await start({}, first.storage);
    await until(() => expect(second.attempts).toMatchObject([{ name: "hangs", attempt: 1 }]));
    expect(await second.statusOf(id)).toMatchObject({ status: "running" });
  });

  it("claims the entries of a process that is gone after their lease has expired", async () => {
    const { ask, attempts, storage } = await start({ lease: 30_000 });
    await ask("hangs");
    await until(() => expect(attempts).toHaveLength(1));
    // A second gateway on the same store, like another process.
    const other = await start({ lease: 30_000 }, storage);
    await other.looked();
    expect(other.attempts).toEqual([]);
    await other.advance(31_000, { wait: false });
    await until(() => expect(other.attempts).toMatchObject([{ name: "hangs", attempt: 2 }]));
  });

  it("does not start an entry on a lease that is nearly over, but returns it and claims it again", async () => {
    const store = memory();
    let claims = 0;
    const stored: string[] = [];
    const slow = {
      ...store,
      async commit(batches: Parameters<typeof store.commit>[0]) {
        const answers = await store.commit(batches);
        for (const status of ["running", "waiting", "done"])
          if (JSON.stringify(batches).includes(`\\"status\\":\\"${status}\\"`)) stored.push(status);
        if (stored.at(-1) === "running" && ++claims === 1) one.shift(25_000);
        return answers;
      },
    };
    const one = await start({ lease: 30_000 }, slow);
    const id = await one.ask("tea");
    await until(async () => expect(await one.statusOf(id)).toMatchObject({ status: "done", attempts: 1 }));
    expect(stored).toEqual(["waiting", "running", "waiting", "running", "done"]);
    expect(one.attempts).toHaveLength(1);
  });

  it("is not stalled by a clock that is set back", async () => {
    const { ask, statusOf, attempts, shift } = await start();
    shift(7 * 24 * 60 * 60 * 1000);
    const id = await ask("fails");
    await until(async () => expect(await statusOf(id)).toMatchObject({ status: "waiting", attempts: 1 }));
    shift(-7 * 24 * 60 * 60 * 1000);
    await until(() => expect(attempts).toHaveLength(2));
  });

  it("is not stalled by a clock that was ahead only between two checks", async () => {
    const week = 7 * 24 * 60 * 60 * 1000;
    const plain = memory();
    let isAhead = false;
    const commit: typeof plain.commit = async (batches) => {
      const result = await plain.commit(batches);
      if (isAhead && JSON.stringify(batches).includes("no luck")) setAhead(false);
      return result;
    };
    // The worker checks the clock after the claim and after the attempt; the clock is ahead only in between.
    const attempted = async () => {
      if (attempts.length > 1) return;
      await looked();
      setAhead(true);
    };
    const { ask, attempts, shift, looked } = await start({ attempted }, { ...plain, commit });
    const setAhead = (to: boolean) => {
      if (to !== isAhead) shift(to ? week : -week);
      isAhead = to;
    };
    await ask("fails");
    await until(() => expect(attempts).toHaveLength(2));
  });

  it("reports how much work is waiting", async () => {
    const { ask, gateway, statusOf } = await start();
    const id = await ask("hopeless");
    await until(async () => expect(await statusOf(id)).toMatchObject({ status: "dead" }));
    const states = await gateway.call("jobs.work.list" as never, {} as never);
    expect(states).toMatchObject({ total: 1 });
  });
});

describe("a consumer", () => {
  it("treats an unknown cursor as a gap and continues", async () => {
    const storage = memory();
    const first = await start({}, storage);
    await first.ask("tea");
    await until(() => expect(first.followed).toEqual(["tea"]));
    await first.stop();
    const { key } = defineRecord<string>("jobs.count.follower");
    const record = String(await storage.getItem(key, {}));
    const foreign = record.replace(/"\d+\.\d+"/, '"99999999.1"');
    expect(foreign).not.toBe(record);
    await storage.setItem?.(key, foreign, {});
    const second = await start({}, storage);
    const gap = expect.objectContaining({ message: "Events were deleted before this consumer read them" });
    await until(() => expect(second.logged).toContainEqual(gap));
    await second.ask("milk");
    await until(() => expect(second.followed).toEqual(["milk"]));
  });

  it("handles each event once, in order, including those from before it ran", async () => {
    const first = await start();
    for (let n = 0; n < 20; n++) await first.ask(`tea ${n}`);
    await until(() => expect(first.followed).toHaveLength(20));
    expect(first.followed).toEqual(Array.from({ length: 20 }, (_, n) => `tea ${n}`));
    await first.stop();
    const second = await start({}, first.storage);
    await second.ask("tea 20");
    await until(() => expect(second.followed).toEqual(["tea 20"]));
  });
});
