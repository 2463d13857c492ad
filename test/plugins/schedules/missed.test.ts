import memory from "@postern/storage-memory";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { type Clock, clockAt, openSchedules, type Shown } from "./fixtures/gateway.ts";
import { probe } from "./fixtures/probe.ts";

const at = (time: string) => Date.parse(`2026-11-${time}`);

/** A gateway that is stopped, and started again at a later time. */
async function offUntil(time: string, more: object, from = "23T08:00:00Z") {
  const clock = clockAt(`2026-11-${from}`);
  // The store is closed by the first gateway, and opened again by the second.
  const storage = { ...memory(), dispose: undefined } as unknown as ReturnType<typeof memory>;
  const first = await openSchedules(clock, { storage });
  const { id } = await first.create("Report", { when: { every: "1h" }, ...more });
  await first.stop();
  await clock.set(`2026-11-${time}`);
  const second = await openSchedules(clock, { storage });
  return { ...second, id, clock };
}

const dueTimes = (runs: readonly Shown[], status: string) =>
  runs
    .filter(({ lastAttempt }) => lastAttempt?.status === status)
    .map(({ dueAt }) => dueAt)
    .sort((left, right) => left - right);

describe("due times that passed while no gateway ran", () => {
  it("get one run by default, for the last of them, and a record of the others", async () => {
    const { id, ended, show, texts } = await offUntil("23T12:30:00Z", {});
    const runs = await ended(id, 2);
    expect(dueTimes(runs, "done")).toEqual([at("23T12:00:00Z")]);
    expect(runs.find(({ lastAttempt }) => lastAttempt?.status === "skipped")).toMatchObject({
      status: "done",
      dueAt: at("23T09:00:00Z"),
      attempts: 0,
      lastAttempt: {
        reason: "missed",
        count: 3,
        lastDueAt: at("23T11:00:00Z"),
        message:
          "Skipped 3 due times from 2026-11-23T09:00:00.000Z to 2026-11-23T11:00:00.000Z: the gateway did not run",
      },
    });
    expect(await texts()).toEqual(["Report 2026-11-23T12:00:00.000Z"]);
    expect(await show(id)).toMatchObject({
      nextDueAt: at("23T13:00:00Z"),
      lastRun: { message: expect.stringContaining("(30 minutes after it was due)") },
    });
  });

  it("get no run with skip, but a record", async () => {
    const { id, ended, texts, show, clock } = await offUntil("23T12:30:00Z", { missed: "skip" });
    const [record] = await ended(id, 1);
    expect(record).toMatchObject({ dueAt: at("23T09:00:00Z"), lastAttempt: { status: "skipped", count: 4 } });
    expect(await texts()).toEqual([]);
    expect((await show(id)).nextDueAt).toBe(at("23T13:00:00Z"));
    await clock.set("2026-11-23T13:00:30Z");
    await ended(id, 2);
    expect(await texts()).toEqual(["Report 2026-11-23T13:00:00.000Z"]);
  });

  it("get a run each with all, one after another", async () => {
    const action = { operation: "probe.post", input: { text: "{{run.dueTime}}" } };
    const { id, ended, posts } = await offUntil("23T12:30:00Z", { missed: "all", action });
    await ended(id, 4);
    expect(posts.map((text) => text.slice(11, 16))).toEqual(["09:00", "10:00", "11:00", "12:00"]);
  });

  it("get at most a hundred runs with all, and a record of the others", async () => {
    const { id, ended, texts } = await offUntil("28T08:30:00Z", { missed: "all" });
    const runs = await ended(id, 101);
    const done = dueTimes(runs, "done");
    expect([done.length, done[0], done.at(-1)]).toEqual([100, at("24T05:00:00Z"), at("28T08:00:00Z")]);
    expect(runs.find(({ lastAttempt }) => lastAttempt?.status === "skipped")).toMatchObject({
      dueAt: at("23T09:00:00Z"),
      lastAttempt: { reason: "missed", count: 10, lastDueAt: at("24T04:00:00Z") },
    });
    expect(await texts()).toHaveLength(100);
  });

  it("are not looked at one by one, however many they are", async () => {
    const { id, ended, show, clock } = await offUntil("28T08:30:00Z", { when: { cron: "* * * * * *" } });
    const runs = await ended(id, 2);
    expect(dueTimes(runs, "done")).toEqual([clock.now()]);
    expect((await show(id)).nextDueAt).toBe(clock.now() + 1_000);
  });

  it("end a schedule that has only them", async () => {
    const { id, ended, show } = await offUntil("24T12:00:00Z", { when: { at: "2026-11-23T10:00:00Z" } });
    const runs = await ended(id, 1);
    expect(dueTimes(runs, "done")).toEqual([at("23T10:00:00Z")]);
    expect(await show(id)).toMatchObject({
      status: "ended",
      lastRun: { message: expect.stringContaining("26 hours after") },
    });
  });
});

describe("a clock that is set back", () => {
  it("by an hour, repeats no run", async () => {
    const clock = clockAt("2026-11-23T08:59:00Z");
    const { create, ended, texts, show, post } = await openSchedules(clock);
    const { id } = await create("Hourly", { when: { cron: "0 * * * *" } });
    await clock.set("2026-11-23T09:00:10Z");
    await ended(id, 1);
    await clock.set("2026-11-23T08:00:10Z");
    const other = await create("Other", { when: { at: "2026-11-23T08:30:00Z" } });
    await clock.set("2026-11-23T09:00:20Z");
    await ended(other.id, 1);
    // Enabling it again counts from its last due time, too.
    await clock.set("2026-11-23T08:00:10Z");
    await post("schedules.disable", { id });
    await post("schedules.enable", { id });
    expect((await show(id)).nextDueAt).toBe(at("23T10:00:00Z"));
    // The same due time by another way has its run already.
    await post("schedules.update", { id, when: { cron: "0 9 * * *" } });
    expect((await show(id)).nextDueAt).toBe(at("23T09:00:00Z"));
    await clock.set("2026-11-23T09:00:30Z");
    await until(async () => expect((await show(id)).nextDueAt).toBe(at("24T09:00:00Z")));
    expect((await texts()).filter((text) => text.startsWith("Hourly"))).toEqual(["Hourly 2026-11-23T09:00:00.000Z"]);
  });

  it("by a year, because it was wrong, does not make a schedule wait for a year", async () => {
    const clock = clockAt("2027-11-23T08:59:00Z");
    const { create, ended, show } = await openSchedules(clock);
    const { id } = await create("Hourly", { when: { cron: "0 * * * *" } });
    await clock.set("2027-11-23T09:00:00Z");
    await ended(id, 1);
    await clock.set("2026-11-23T08:59:00Z");
    await until(async () => expect((await show(id)).nextDueAt).toBe(at("23T09:00:00Z")));
    await clock.set("2026-11-23T09:00:00Z");
    await ended(id, 2);
  });
});

describe("two gateways on one store", () => {
  const both = async (clock: Clock) => {
    const storage = memory();
    const probed = probe();
    const shared = { ...storage, dispose: undefined } as unknown as typeof storage;
    const one = await openSchedules(clock, { storage: shared, probed });
    const two = await openSchedules(clock, { storage: shared, probed });
    return [one, two] as const;
  };

  it("run each due time once", async () => {
    const clock = clockAt("2026-11-23T08:59:59Z");
    const [one] = await both(clock);
    const post = { operation: "probe.post", input: { text: "{{run.scheduleId}} {{run.dueTime}}" } };
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) ids.push((await one.create(`Every ${n}`, { when: { every: "1m" }, action: post })).id);
    for (let minute = 1; minute <= 3; minute++) {
      await clock.add(60_000);
      for (const id of ids) await one.ended(id, minute);
    }
    expect(one.posts).toHaveLength(180);
    expect(new Set(one.posts).size).toBe(180);
  });
});
