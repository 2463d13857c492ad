import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { defineJob, defineQueue } from "@postern/kit/queue";
import lmdb from "@postern/storage-lmdb";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";
import { folder } from "../storage-drivers/folder.ts";

const HOUR = 60 * 60 * 1000;
const BERLIN = "Europe/Berlin";

/** A gateway with a job on a calendar, and a queue with repeating entries, whose clock stands still. */
async function start(
  clock: string | (() => number),
  { storage = memory(), cron = "30 2 * * *", timeZone = BERLIN, runs = [] as string[] } = {},
) {
  const group = defineGroup("chores", { title: "Chores" });
  const faults = new Set<string>();
  const work = (name: string, at: number) => {
    runs.push(`${name} ${new Date(at).toISOString()}`);
    if (faults.has(name)) throw new Error(`no luck with ${name}`);
  };
  const chores = defineQueue(group, "work", {
    one: "chore",
    entry: T.Object({ name: T.String() }),
    backoff: [1_000],
    handle: ({ payload }, { host }) => work(payload.name, host.now()),
  });
  const job = defineJob(group, "report", { cron, timeZone, run: ({ host }) => work("report", host.now()) });
  const ask = defineCommand(group, {
    id: "chores.ask",
    summary: "Ask for a chore",
    input: T.Object({
      name: T.String(),
      key: T.Optional(T.String()),
      every: T.Optional(T.Integer()),
      cron: T.Optional(T.String()),
      timeZone: T.Optional(T.String()),
    }),
    output: T.Object({ id: T.String() }),
    plan: (_ctx, { name }) => ({ summary: `Do ${name}` }),
    execute: async (ctx, _plan, { name, ...options }) => ({ id: await chores.add(ctx, { name }, options as object) }),
  });
  const plugin = definePlugin(group, { version: "1.0.0", operations: [ask], workers: [chores, job] });
  const now = typeof clock === "string" ? () => Date.parse(clock) : clock;
  const found = await testGateway({ plugins: [plugin()], storage, now });
  onTestFinished(() => found.stop());
  const post = async (id: string, body: object = {}) => (await found.admin.post(id, body)).body;
  const show = async (id: string) => (await post("chores.work.show", { id })).chore;
  let waits = 0;
  return {
    ...found,
    runs,
    faults,
    post,
    show,
    /** Advances the clock to a time. */
    to: (time: string) => found.advance(Date.parse(time) - found.now()),
    ask: async (name: string, options: object = {}): Promise<string> =>
      (await post("chores.ask", { name, ...options })).id,
    /** Waits until everything due at this time has run: the entry added last is claimed last. */
    async caughtUp() {
      const { id } = await post("chores.ask", { name: `wait ${waits++}` });
      await until(async () => expect(await show(id)).toMatchObject({ status: "done" }));
    },
    of: (name: string) => runs.filter((run) => run.startsWith(`${name} `)).map((run) => run.slice(name.length + 1)),
  };
}

describe("an entry on a calendar", () => {
  it("runs at the times of its expression in its time zone, without jitter", async () => {
    const { ask, show, of, to } = await start("2026-06-01T12:00:00Z");
    const id = await ask("sweep", { key: "daily", cron: "30 2 * * 1-5", timeZone: BERLIN });
    expect(await show(id)).toMatchObject({ status: "waiting", nextAttemptAt: Date.parse("2026-06-02T00:30:00Z") });
    expect(of("sweep")).toEqual([]);
    await to("2026-06-02T00:30:00Z");
    expect(of("sweep")).toEqual(["2026-06-02T00:30:00.000Z"]);
    expect(await show(id)).toMatchObject({ status: "waiting", nextAttemptAt: Date.parse("2026-06-03T00:30:00Z") });
  });

  it("uses UTC by default", async () => {
    const { ask, show } = await start("2026-06-01T12:00:00Z");
    const id = await ask("sweep", { key: "daily", cron: "30 2 * * *" });
    expect(await show(id)).toMatchObject({ nextAttemptAt: Date.parse("2026-06-02T02:30:00Z") });
  });

  it("runs once at the end of the hour that is skipped in spring", async () => {
    const { ask, show, of, to } = await start("2026-03-28T12:00:00Z");
    const id = await ask("sweep", { key: "daily", cron: "30 2 * * *", timeZone: BERLIN });
    expect((await show(id)).nextAttemptAt).toBe(Date.parse("2026-03-29T01:00:00Z"));
    await to("2026-03-29T01:00:00Z");
    expect(of("sweep")).toHaveLength(1);
    expect((await show(id)).nextAttemptAt).toBe(Date.parse("2026-03-30T00:30:00Z"));
    await to("2026-03-29T22:00:00Z");
    expect(of("sweep")).toHaveLength(1);
  });

  it("runs once in the hour that is repeated in autumn, even with a list of hours", async () => {
    const { ask, show, of, to } = await start("2026-10-24T12:30:00Z");
    const one = await ask("sweep", { key: "daily", cron: "30 2 * * *", timeZone: BERLIN });
    const list = await ask("wash", { key: "twice", cron: "30 2,14 * * *", timeZone: BERLIN });
    await to("2026-10-25T00:30:00Z");
    expect(of("sweep")).toHaveLength(1);
    expect(of("wash")).toHaveLength(1);
    expect((await show(one)).nextAttemptAt).toBe(Date.parse("2026-10-26T01:30:00Z"));
    expect((await show(list)).nextAttemptAt).toBe(Date.parse("2026-10-25T13:30:00Z"));
    await to("2026-10-25T01:30:00Z");
    expect([of("sweep").length, of("wash").length]).toEqual([1, 1]);
  });

  it("follows the clock if its hours have a wildcard, even in the repeated hour", async () => {
    const { ask, of, to } = await start("2026-10-24T23:59:00Z");
    await ask("sweep", { key: "hourly", cron: "0 * * * *", timeZone: BERLIN });
    for (let hour = 1; hour <= 3; hour++) {
      await to(`2026-10-25T0${hour - 1}:00:00Z`);
      expect(of("sweep")).toHaveLength(hour);
    }
  });

  it("does not run a second time if the clock is set back over its time", async () => {
    let time = "2026-06-02T00:30:01Z";
    const { ask, show, caughtUp, of } = await start(() => Date.parse(time));
    time = "2026-06-01T12:00:00Z";
    const id = await ask("sweep", { key: "daily", cron: "30 2 * * *", timeZone: BERLIN });
    time = "2026-06-02T00:30:01Z";
    await until(() => expect(of("sweep")).toHaveLength(1));
    const next = Date.parse("2026-06-03T00:30:00Z");
    await until(async () => expect(await show(id)).toMatchObject({ status: "waiting", nextAttemptAt: next }));
    time = "2026-06-02T00:29:50Z";
    await caughtUp();
    expect((await show(id)).nextAttemptAt).toBe(next);
    time = "2026-06-02T00:30:01Z";
    await caughtUp();
    expect(of("sweep")).toHaveLength(1);
    // A clock that was wrong by months must not delay it for months.
    time = "2026-02-01T12:00:00Z";
    await until(async () => expect((await show(id)).nextAttemptAt).toBe(Date.parse("2026-02-02T01:30:00Z")));
  });

  it("is retried soon after a failure, then at its usual time", async () => {
    const { ask, show, faults, of, to, advance } = await start("2026-06-01T12:00:00Z");
    faults.add("sweep");
    const id = await ask("sweep", { key: "daily", cron: "30 2 * * *", timeZone: BERLIN });
    await to("2026-06-02T00:30:00Z");
    expect(await show(id)).toMatchObject({ status: "waiting", attempts: 1 });
    await advance(1_200);
    expect(of("sweep")).toHaveLength(2);
    expect(await show(id)).toMatchObject({ attempts: 0, nextAttemptAt: Date.parse("2026-06-03T00:30:00Z") });
  });

  it("changes between an interval and a calendar if its key is added with the other", async () => {
    const { ask, show, of, post } = await start("2026-06-01T12:00:00Z");
    const id = await ask("sweep", { key: "daily", every: 1_000 * HOUR });
    await until(() => expect(of("sweep")).toHaveLength(1));
    expect(await ask("sweep", { key: "daily", cron: "30 2 * * *", timeZone: BERLIN })).toBe(id);
    await until(async () => expect((await show(id)).nextAttemptAt).toBe(Date.parse("2026-06-02T00:30:00Z")));
    await ask("sweep", { key: "daily", cron: "30 2 * * *" });
    expect((await show(id)).nextAttemptAt).toBe(Date.parse("2026-06-02T02:30:00Z"));
    await ask("sweep", { key: "daily", every: HOUR });
    expect((await show(id)).nextAttemptAt).toBe(Date.parse("2026-06-01T13:00:00Z"));
    expect((await post("chores.work.list", { status: "waiting" })).total).toBe(1);
  });
});

describe("a job on a calendar", () => {
  it("runs once for all times that passed while the gateway was stopped", async () => {
    const storage = memory();
    const first = await start("2026-06-01T12:00:00Z", { storage });
    await first.advance(0);
    await first.stop();
    expect(first.of("report")).toEqual([]);
    const second = await start("2026-06-05T09:00:00Z", { storage });
    await second.advance(0);
    expect(second.of("report")).toEqual(["2026-06-05T09:00:00.000Z"]);
    await second.to("2026-06-06T00:29:59Z");
    expect(second.of("report")).toHaveLength(1);
    await second.to("2026-06-06T00:30:00Z");
    expect(second.of("report")).toHaveLength(2);
  });

  it("runs once on two gateways that share a store", async () => {
    const [path, runs] = [folder(), [] as string[]];
    const one = await start("2026-06-01T12:00:00Z", { storage: lmdb({ path }), runs });
    await start(one.now, { storage: lmdb({ path }), runs });
    for (let day = 2; day < 6; day++) {
      await one.to(`2026-06-0${day}T00:30:00Z`);
      expect(one.of("report")).toHaveLength(day - 1);
    }
    expect(one.of("report")).toEqual([2, 3, 4, 5].map((day) => `2026-06-0${day}T00:30:00.000Z`));
  });
});

describe("an invalid calendar", () => {
  const define = (options: object) => () =>
    defineJob(defineGroup("chores", { title: "Chores" }), "report", { run() {}, ...options } as never);

  it.each([
    [{ cron: "0 3 * *" }, /^Job chores.report: \/cron must have five fields \(.*\), like "30 2 \* \* 1-5"; .* has 4$/],
    [{ cron: "@daily" }, /must have five fields/],
    [{ cron: "0 0 3 * * *" }, /must have five fields/],
    [{ cron: "60 3 * * *" }, /must have five fields.*"60 3 \* \* \*" is not valid: Invalid value for minute: 60/],
    [{ cron: "0 0 30 2 *" }, /"0 0 30 2 \*" matches no date/],
    [
      { cron: "0 3 * * *", timeZone: "Mars/Olympus" },
      /must be an IANA time zone like Europe\/Berlin; "Mars\/Olympus" is/,
    ],
    [{ cron: "0 3 * * *", timeZone: "" }, /must be an IANA time zone like Europe\/Berlin; "" is not/],
    [{ cron: "0 3 * * *", every: 1_000 }, /cron cannot be combined with every/],
    [{}, /Job chores.report never runs: specify either every or cron/],
    [{ every: 1_000, timeZone: BERLIN }, /timeZone requires cron/],
  ])("is refused for a job with %j", (options, message) => {
    expect(define(options)).toThrow(message);
  });

  it("is refused with 400 for a new entry", async () => {
    const { admin } = await start("2026-06-01T12:00:00Z");
    for (const [options, message] of [
      [{ cron: "60 3 * * *" }, /must have five fields/],
      [{ cron: "0 3 * * *", timeZone: "Mars/Olympus" }, /like Europe\/Berlin/],
      [{ cron: "0 3 * * *", every: 1_000 }, /cannot be combined with every/],
    ] as const)
      expect(await admin.post("chores.ask", { name: "sweep", key: "k", ...options })).toMatchObject({
        status: 400,
        body: { code: "gateway.invalid_input", detail: expect.stringMatching(message) },
      });
  });
});
