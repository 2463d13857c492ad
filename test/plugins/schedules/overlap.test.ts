import { runFinished } from "@postern/schedules";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { clockAt, openSchedules } from "./fixtures/gateway.ts";

/** Four of them are less than a lease: a clock that jumps further would end the lease of a run that goes on. */
const STEP = 1_000;
const wait = { operation: "probe.wait", input: { text: "{{run.dueTime}}" } };

const dueTime = (nth: number) => new Date(Date.parse("2026-11-23T09:00:00Z") + nth * STEP).toISOString();

/** A schedule of every second, whose first run has begun and waits for the test. */
async function begun(more: object) {
  const clock = clockAt("2026-11-23T09:00:00Z");
  const test = await openSchedules(clock);
  const { id } = await test.create("Slow", { when: { every: "1s" }, action: wait, ...more });
  const nextDue = async () => {
    const { nextDueAt } = await test.show(id);
    await clock.add(STEP, { wait: false });
    await until(async () => expect((await test.show(id)).nextDueAt).toBe(nextDueAt + STEP));
  };
  const release = (nth: number) =>
    until(() => {
      const end = test.waiting.get(dueTime(nth));
      expect(end).toBeDefined();
      end?.();
    });
  const states = async () =>
    (await test.runsOf(id))
      .toSorted((left, right) => left.dueAt - right.dueAt)
      .map(({ status, lastAttempt }) => lastAttempt?.status ?? status);
  await nextDue();
  await until(() => expect(test.waiting.size).toBe(1));
  return { ...test, id, clock, nextDue, release, states };
}

describe("a run that is due while the previous one has not ended", () => {
  it("is left out by default, with a record", async () => {
    const { nextDue, release, states, runsOf, id } = await begun({});
    await nextDue();
    await nextDue();
    expect(await states()).toEqual(["running", "skipped", "skipped"]);
    expect((await runsOf(id)).find(({ lastAttempt }) => lastAttempt?.status === "skipped")).toMatchObject({
      lastAttempt: { reason: "overlap", count: 1, message: "Skipped 1 due time: the previous run had not ended" },
    });
    await release(1);
    await until(async () => expect((await states())[0]).toBe("done"));
    await nextDue();
    await release(4);
    await until(async () => expect(await states()).toEqual(["done", "skipped", "skipped", "done"]));
  });

  it("waits with queue, and starts when the previous one has ended", async () => {
    const { nextDue, release, states, waiting } = await begun({ overlap: "queue" });
    await nextDue();
    await nextDue();
    expect(await states()).toEqual(["running", "waiting", "waiting"]);
    expect(waiting.size).toBe(1);
    for (const minute of [1, 2, 3]) await release(minute);
    await until(async () => expect(await states()).toEqual(["done", "done", "done"]));
  });

  it("waits with queue up to a hundred runs, and is left out then", async () => {
    const { clock, id, ended, show, release, runsOf, post } = await begun({ overlap: "queue", missed: "all" });
    for (let n = 0; n < 98; n++) await post("schedules.run", { id });
    await clock.add(3 * STEP, { wait: false });
    await until(async () => expect((await show(id)).nextDueAt).toBeGreaterThan(clock.now()));
    const all = await runsOf(id);
    expect(all.filter(({ status }) => status === "waiting")).toHaveLength(99);
    expect(all.filter(({ lastAttempt }) => lastAttempt?.reason === "overlap")).toMatchObject([
      { dueAt: Date.parse(dueTime(3)), lastAttempt: { count: 2, lastDueAt: Date.parse(dueTime(4)) } },
    ]);
    expect((await post("schedules.run", { id })).code).toBe("schedules.too_many_runs");
    expect((await post("schedules.remove", { id, execute: true })).discarded).toBe(99);
    await release(1);
    await ended(id, 101);
  });

  it("cancels the previous one with cancel, which is aborted and changes nothing", async () => {
    const { nextDue, release, states, aborted, show, id, gateway } = await begun({ overlap: "cancel" });
    const statuses: string[] = [];
    gateway.on(runFinished, ({ data }) => statuses.push(data.status));
    await nextDue();
    await until(() => expect(aborted).toEqual([dueTime(1)]));
    await release(2);
    await until(async () => expect(await states()).toEqual(["discarded", "done"]));
    expect((await show(id)).lastRun).toMatchObject({ dueAt: Date.parse(dueTime(2)), status: "done" });
    expect(statuses).toEqual(["canceled", "done"]);
  });
});

describe("a waiting run", () => {
  it("is discarded when its schedule is disabled, and the running one ends as usual", async () => {
    const { nextDue, release, states, id, post } = await begun({ overlap: "queue" });
    await nextDue();
    await post("schedules.disable", { id });
    expect(await states()).toEqual(["running", "discarded"]);
    await release(1);
    await until(async () => expect(await states()).toEqual(["done", "discarded"]));
  });

  it("is discarded when its schedule is removed, whose last run then changes nothing", async () => {
    const { nextDue, release, id, post, runsOf } = await begun({ overlap: "queue" });
    await nextDue();
    const dry = await post("schedules.remove", { id });
    expect(dry.plan.summary).toBe('Remove "Slow", which runs probe.wait');
    expect(await post("schedules.remove", { id, execute: true })).toMatchObject({ discarded: 1 });
    await release(1);
    await until(async () =>
      expect((await runsOf(id)).map(({ status }) => status).sort()).toEqual(["discarded", "done"]),
    );
    expect((await post("schedules.show", { id })).code).toBe("schedules.schedule_not_found");
  });
});
