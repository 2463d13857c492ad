import { setTimeout as pause } from "node:timers/promises";
import { defineGroup, definePlugin } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { testGateway } from "@postern/core/testing";
import { defineJob } from "@postern/kit/queue";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Attempt, jobsPlugin } from "../../kit/fixtures/jobs.ts";
import { until } from "../../run/until.ts";

const HOUR = 3_600_000;

async function open({ now, storage = memory(), ...options }: Setting = {}) {
  const jobs = jobsPlugin({ backoff: [HOUR, HOUR], ...options });
  const found = await testGateway({ plugins: [jobs.plugin()], storage, ...(now && { now }) });
  onTestFinished(found.stop);
  const post = async (id: string, body: object = {}) => (await found.admin.post(id, body)).body;
  return {
    ...jobs,
    ...found,
    storage,
    ask: async (name: string): Promise<string> => (await post("jobs.ask", { name })).id,
    statusOf: async (id: string) => (await post("jobs.work.show", { id })).job,
  };
}

type Setting = Parameters<typeof jobsPlugin>[0] & { now?: () => number; storage?: ReturnType<typeof memory> };

const numbersOf = (attempts: readonly Attempt[]) => attempts.map(({ attempt }) => attempt);

/** A gateway with a plugin of `parts`, which stops at the end of the test. */
async function openWith(parts: Pick<Parameters<typeof definePlugin>[1], "start" | "workers">, name = "bells") {
  const group = defineGroup(name, { title: "Bells" });
  const found = await testGateway({ plugins: [definePlugin(group, { version: "1.0.0", operations: [], ...parts })()] });
  onTestFinished(found.stop);
  return found;
}

describe("advancing the clock of a gateway", () => {
  it("does what became due, before it resolves", async () => {
    const { ask, statusOf, advance, attempts } = await open();
    const id = await ask("fails");
    await advance(1.2 * HOUR);
    expect(numbersOf(attempts)).toEqual([1, 2]);
    await advance(1.2 * HOUR);
    expect(await statusOf(id)).toMatchObject({ status: "dead", attempts: 3 });
  });

  it("does nothing before its time, and adds up", async () => {
    const { ask, advance, attempts } = await open();
    await ask("fails");
    await advance(0.4 * HOUR);
    expect(attempts).toHaveLength(1);
    await advance(0.39 * HOUR);
    expect(attempts).toHaveLength(1);
    await advance(0.42 * HOUR);
    expect(attempts).toHaveLength(2);
  });

  it("by nothing waits for due work", async () => {
    const { ask, statusOf, advance, followed } = await open();
    const id = await ask("tea");
    await advance(0);
    expect(await statusOf(id)).toMatchObject({ status: "done" });
    expect(followed).toEqual(["tea"]);
  });

  it("moves its clock, from the given start", async () => {
    const { ask, now, advance, attempts } = await open({ now: () => 1_000 });
    await ask("fails");
    await advance(2 * HOUR);
    expect(now()).toBe(1_000 + 2 * HOUR);
    expect(attempts.map(({ at }) => at)).toEqual([1_000, 1_000 + 2 * HOUR]);
  });

  it("moves every gateway that has its clock", async () => {
    const storage = memory();
    const first = await open({ storage });
    const second = await open({ storage, now: first.now });
    await second.ask("fails");
    await first.advance(2 * HOUR);
    expect(numbersOf([...first.attempts, ...second.attempts])).toHaveLength(2);
    expect(Math.abs(second.now() - Date.now() - 2 * HOUR)).toBeLessThan(HOUR);
  });

  it("expires keys and the leases of other processes", async () => {
    const storage = memory();
    const ended = await open({ storage, lease: 30_000 });
    await ended.ask("hangs");
    await until(() => expect(ended.attempts).toHaveLength(1));
    const { gateway, advance, attempts } = await open({ storage, lease: 30_000 });
    const { key } = await gateway.keys.issue({ label: "short", scopes: ["*"], expiresAt: Date.now() + HOUR });
    const status = () => gateway.fetch(new Request("http://localhost/api/v1/jobs/work/list", post(key)));
    expect((await status()).status).toBe(200);
    await advance(HOUR, { wait: false });
    await until(() => expect(numbersOf(attempts)).toEqual([2]));
    expect((await status()).status).toBe(401);
  });

  it("lets work in progress keep its lease, and its limit in real time", async () => {
    let proceed = () => {};
    const held = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const { ask, statusOf, advance, attempts } = await open({ attempted: () => held, lease: 30_000, timeout: 20_000 });
    const id = await ask("tea");
    await until(() => expect(attempts).toHaveLength(1));
    await advance(HOUR, { wait: false });
    await pause(200);
    proceed();
    await advance(0);
    expect(await statusOf(id)).toMatchObject({ status: "done", attempts: 1 });
    expect(attempts).toHaveLength(1);
  });

  it("runs jobs at their times", async () => {
    const runs: number[] = [];
    const group = defineGroup("clocks", { title: "Clocks" });
    const job = defineJob(group, "tick", { every: HOUR, run: ({ host }) => void runs.push(host.now()) });
    const { advance } = await openWith({ workers: [job] }, group.name);
    await advance(0);
    expect(runs).toHaveLength(1);
    await advance(0.5 * HOUR);
    expect(runs).toHaveLength(1);
    await advance(0.7 * HOUR);
    expect(runs).toHaveLength(2);
  });

  it("ends the sleep of loops that go by it, and of no others", async () => {
    const steps = { timed: 0, real: 0 };
    const { advance } = await openWith({
      start({ log, now }) {
        const timed = createLoop({ name: "timed", log, now, step: async () => ++steps.timed && HOUR });
        const real = createLoop({ name: "real", log, step: async () => ++steps.real && HOUR });
        timed.wake();
        real.wake();
        return () => Promise.all([timed.stop(), real.stop()]);
      },
    });
    await until(() => expect(steps).toEqual({ timed: 1, real: 1 }));
    await advance(0.9 * HOUR);
    expect(steps).toEqual({ timed: 1, real: 1 });
    await advance(0.2 * HOUR);
    expect(steps).toEqual({ timed: 2, real: 1 });
  });

  it("has no effect on timers", async () => {
    const { advance } = await open();
    let fired = false;
    const timer = setTimeout(() => {
      fired = true;
    }, HOUR);
    onTestFinished(() => clearTimeout(timer));
    await advance(2 * HOUR);
    expect(fired).toBe(false);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("is refused by %d", async (ms) => {
    const { advance } = await open();
    await expect(advance(ms)).rejects.toThrow(`A clock advances by a number of milliseconds from 0; got ${ms}`);
  });
});

const post = (key: string) => ({ method: "POST", headers: { authorization: `Bearer ${key}` } });
