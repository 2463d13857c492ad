import { type GatewayEvent, gatewayErrors } from "@postern/core";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { clockAt, openSchedules } from "./fixtures/gateway.ts";
import { marked } from "./fixtures/probe.ts";

const NINE = { when: { cron: "0 9 * * 1-5" }, timezone: "Europe/Berlin" };

describe("a schedule", () => {
  it("runs its operation at each due time, with the values of the run", async () => {
    const clock = clockAt("2026-11-23T07:59:59Z");
    const { create, ended, texts, show, gateway } = await openSchedules(clock);
    const events: object[] = [];
    gateway.on(marked, (event) => events.push(event));
    const { id, nextDueAt, contextId } = await create("Standup", NINE);
    expect(nextDueAt).toBe(Date.parse("2026-11-23T08:00:00Z"));
    await clock.set("2026-11-23T08:00:00Z");
    const [run] = await ended(id, 1);
    expect(run).toMatchObject({
      status: "done",
      name: "Standup",
      dueAt: Date.parse("2026-11-23T08:00:00Z"),
      lastAttempt: {
        status: "done",
        resultId: expect.stringMatching(/^mark_/),
        message: expect.stringMatching(/^Ran probe.mark: mark_/),
      },
    });
    expect(await texts()).toEqual(["Standup 2026-11-23T08:00:00.000Z"]);
    expect(events).toMatchObject([{ actor: contextId, correlationId: run?.id, causationId: run?.id }]);
    expect(await show(id)).toMatchObject({
      status: "enabled",
      nextDueAt: Date.parse("2026-11-24T08:00:00Z"),
      lastRun: { id: run?.id, status: "done", startedAt: clock.now(), finishedAt: clock.now() },
    });
  });

  it("ends after its last due time, and is enabled again by others", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { create, ended, show, post, texts } = await openSchedules(clock);
    const { id } = await create("Once", { when: { at: "2026-11-23T10:00" }, timezone: "Europe/Berlin" });
    await clock.set("2026-11-23T09:00:00Z");
    await ended(id, 1);
    const over = await show(id);
    expect(over.status).toBe("ended");
    expect(over).not.toHaveProperty("nextDueAt");
    expect((await post("schedules.enable", { id })).code).toBe("schedules.has_ended");
    const again = await post("schedules.update", { id, when: { every: "1h" }, until: "2026-11-23T11:30" });
    expect(again.schedule).toMatchObject({ status: "enabled", nextDueAt: Date.parse("2026-11-23T10:00:00Z") });
    await clock.set("2026-11-23T10:00:00Z");
    await ended(id, 2);
    expect((await show(id)).status).toBe("ended");
    expect(await texts()).toHaveLength(2);
  });

  it("is run by hand, also while it is disabled, without a change of its due times", async () => {
    const clock = clockAt("2026-11-23T08:30:00Z");
    const { create, ended, show, post } = await openSchedules(clock);
    const { id } = await create("Standup", NINE);
    await post("schedules.disable", { id });
    const { run } = await post("schedules.run", { id });
    expect(run).toMatchObject({ schedule: id, dueAt: clock.now(), isManual: true });
    const [first] = await ended(id, 1);
    expect(first).toMatchObject({ id: run.id, status: "done" });
    const shown = await show(id);
    expect([shown.status, shown.nextDueAt, shown.lastRun.id]).toEqual(["disabled", undefined, run.id]);
  });

  it("continues the chain of the call that started a run, if a caller did", async () => {
    const { create, ended, post, gateway } = await openSchedules(clockAt("2026-11-23T08:30:00Z"));
    const { id } = await create("Standup", NINE);
    const made = new Promise<GatewayEvent>((resolve) => gateway.on(marked, resolve));
    const { run } = await post("schedules.run", { id });
    await ended(id, 1);
    expect(await made).toMatchObject({ causationId: run.id, correlationId: expect.stringMatching(/^\d+\.0$/) });
  });

  it("is created by the process itself, and changed by admins", async () => {
    const clock = clockAt("2026-11-23T08:30:00Z");
    const { gateway, post, ended } = await openSchedules(clock);
    const action = { operation: "probe.mark", input: { text: "tea" } };
    const { schedule } = await gateway.call("schedules.create", { name: "Own", when: { every: "1h" }, action });
    expect(
      (await post("schedules.update", { id: schedule.id, action: { operation: "probe.list" } })).schedule.scopes,
    ).toEqual(["probe.list"]);
    await clock.add(3_600_000);
    expect(await ended(schedule.id, 1)).toMatchObject([{ status: "done" }]);
  });

  it("whose times cannot be computed any longer is disabled, and keeps no other one waiting", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { create, ended, show, logged } = await openSchedules(clock);
    // The next such Monday is eleven years later, which takes too many days to find.
    const rule = { rrule: "FREQ=DAILY;BYMONTH=11;BYMONTHDAY=23;BYDAY=MO", start: "2026-11-01T09:00Z" };
    const { id } = await create("Rare", { when: rule });
    const other = await create("Hourly", { when: { every: "1h" } });
    await clock.set("2026-11-23T09:00:00Z");
    for (const one of [id, other.id]) expect(await ended(one, 1)).toMatchObject([{ status: "done" }]);
    expect(await show(id)).toMatchObject({ status: "disabled", statusReason: "times_invalid" });
    expect((await show(other.id)).status).toBe("enabled");
    expect(logged).toMatchObject([{ level: "error", message: "Due times cannot be computed" }]);
  });

  it("starts each run within its jitter", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { create, runsOf, ended } = await openSchedules(clock);
    const ids: string[] = [];
    for (let n = 0; n < 20; n++)
      ids.push((await create(`Jitter ${n}`, { when: { at: "2026-11-23T09:00Z" }, jitterMs: 60_000 })).id);
    await clock.set("2026-11-23T09:00:00Z");
    const starts = await until(async () => {
      const all = await Promise.all(ids.map((id) => runsOf(id)));
      expect(all.map((runs) => runs.length)).toEqual(ids.map(() => 1));
      return all.map(([run]) => (run as unknown as { nextAttemptAt?: number }).nextAttemptAt ?? clock.now());
    });
    expect(new Set(starts).size).toBeGreaterThan(5);
    expect(Math.max(...starts)).toBeLessThanOrEqual(clock.now() + 60_000);
    await clock.add(60_000);
    for (const id of ids) await ended(id, 1);
  });
});

describe("a run that does not succeed", () => {
  it("is dead with the error of its operation, and can be retried by a person", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { create, ended, show, post, texts } = await openSchedules(clock);
    const action = { operation: "probe.mark", input: { text: "refused" } };
    const { id } = await create("Refused", { when: { every: "1h" }, action });
    await clock.set("2026-11-23T09:00:00Z");
    const [run] = await ended(id, 1);
    const error = { code: "probe.refused", message: "The probe refuses this" };
    expect(run).toMatchObject({ status: "dead", attempts: 1, lastAttempt: { status: "failed", error } });
    expect(await show(id)).toMatchObject({
      lastRun: { status: "failed", error, message: expect.stringMatching(/^Did not run probe.mark/) },
    });
    await post("schedules.update", { id, action: { operation: "probe.mark", input: { text: "accepted" } } });
    await post("schedules.runs.retry", { id: run?.id });
    await until(async () => expect((await ended(id, 1))[0]).toMatchObject({ status: "done" }));
    expect(await texts()).toEqual(["accepted"]);
    expect((await show(id)).lastRun).toMatchObject({ id: run?.id, status: "done" });
  });

  it("calls nothing if its input refers to what does not exist", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { create, ended } = await openSchedules(clock);
    const action = { operation: "probe.mark", input: { text: "{{run.secret}}" } };
    const { id } = await create("Template", { when: { every: "1h" }, action });
    await clock.set("2026-11-23T09:00:00Z");
    const [run] = await ended(id, 1);
    expect(run).toMatchObject({ status: "dead", lastAttempt: { error: { code: "gateway.template_path_unknown" } } });
    expect(run?.lastError).toContain('"run.secret"');
  });

  it("is unclear if work outside the store failed on the way, and is done again only by a person", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { create, ended, runsOf, post, posts, failWith } = await openSchedules(clock);
    const action = { operation: "probe.post", input: { text: "{{run.id}}" } };
    const { id } = await create("Post", { when: { every: "1h" }, action });
    failWith.error = new Error("The connection was lost");
    await clock.set("2026-11-23T09:00:00Z");
    await until(async () => expect((await runsOf(id))[0]).toMatchObject({ status: "waiting", attempts: 1 }));
    await clock.add(2_000);
    const [run] = await ended(id, 1);
    expect(run).toMatchObject({ status: "dead", attempts: 2, lastAttempt: { status: "unclear" } });
    expect(posts).toEqual([run?.id]);
    delete failWith.error;
    await post("schedules.runs.retry", { id: run?.id });
    await until(async () => expect((await runsOf(id))[0]).toMatchObject({ status: "done" }));
    expect(posts).toEqual([run?.id, run?.id]);
  });

  it("is not called again a day after its first attempt", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { create, ended, runsOf, posts, failWith } = await openSchedules(clock);
    const action = { operation: "probe.post", input: { text: "tea" } };
    const { id } = await create("Post", { when: { at: "2026-11-23T09:00Z" }, action });
    failWith.error = gatewayErrors.Busy({});
    await clock.set("2026-11-23T09:00:00Z");
    await until(async () => expect((await runsOf(id))[0]).toMatchObject({ status: "waiting", attempts: 1 }));
    delete failWith.error;
    await clock.add(23 * 60 * 60 * 1000 + 2_000);
    const [run] = await ended(id, 1);
    expect(run).toMatchObject({ lastAttempt: { status: "unclear", error: { code: "gateway.outcome_unclear" } } });
    expect(posts).toEqual(["tea"]);
  });

  it("is unclear if its action was changed after it had begun", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { create, ended, runsOf, post, posts, failWith } = await openSchedules(clock);
    const action = { operation: "probe.post", input: { text: "tea" } };
    const { id } = await create("Post", { when: { at: "2026-11-23T09:00Z" }, action });
    failWith.error = gatewayErrors.Busy({});
    await clock.set("2026-11-23T09:00:00Z");
    await until(async () => expect((await runsOf(id))[0]).toMatchObject({ status: "waiting", attempts: 1 }));
    await post("schedules.update", { id, action: { operation: "probe.post", input: { text: "milk" } } });
    delete failWith.error;
    await clock.add(2_000);
    const [run] = await ended(id, 1);
    expect(run).toMatchObject({ lastAttempt: { status: "unclear", error: { code: "schedules.action_changed" } } });
    expect(posts).toEqual(["tea"]);
  });
});
