import approvals from "@postern/approvals";
import context from "@postern/context";
import { createClient } from "@postern/core/testing";
import events from "@postern/events";
import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { scheduleCount } from "../../../plugins/schedules/src/collections.ts";
import { approvalsPlugin } from "../../core/fixtures/approvals.ts";
import { until } from "../../run/until.ts";
import { clockAt, openSchedules } from "./fixtures/gateway.ts";

const HOURLY = { every: "1h" };
const mark = { operation: "probe.mark", input: { text: "{{run.id}}" } };
const hourly = (name: string) => ({ name, when: HOURLY, action: mark });

const open = (plugins: Parameters<typeof openSchedules>[1] = {}) =>
  openSchedules(clockAt("2026-11-23T08:00:00Z"), plugins);

describe("the key of a schedule", () => {
  it("may run its operation only, and is derived from the creator's", async () => {
    const { client, gateway } = await open();
    const creator = await client(["schedules:*", "probe:*"], "agent_1");
    const { schedule } = (await creator.post("schedules.create", hourly("Mine"))).body;
    expect(schedule).toMatchObject({ createdBy: creator.contextId, scopes: ["probe.mark"] });
    const caller = await gateway.keys.callerOf(schedule.contextId);
    expect(caller).toMatchObject({
      label: "schedule Mine",
      principal: "agent:agent_1",
      chain: [["probe.mark"], ["schedules:*", "probe:*"]],
    });
  });

  it("is refused to a creator who may not call the operation, or holds a secret in its input", async () => {
    const { client } = await open();
    const creator = await client(["schedules:*"]);
    const { status, body } = await creator.post("schedules.create", hourly("Mine"));
    expect([status, body.scope]).toEqual([403, "probe:write"]);
    const unknown = { ...hourly("Mine"), action: { operation: "probe.marks" } };
    expect((await creator.post("schedules.create", unknown)).body).toMatchObject({
      nearest: ["probe.mark"],
    });
  });

  it("is refused for what it could not run, with the right that it would lack", async () => {
    const { admin, client } = await open({ plugins: [context()] });
    const create = { operation: "context.principals.create", input: { name: "Ann" } };
    const templated = { ...create, input: { name: "At {{run.dueTime}}" } };
    for (const action of [create, templated]) {
      const { status, body } = await admin.post("schedules.create", { ...hourly("Mine"), action });
      expect([status, body.code]).toEqual([403, "gateway.action_key_refused"]);
      expect(body.reason).toContain('context.principals.create also needs the scope "*"');
    }
    const { schedule } = (await admin.post("schedules.create", hourly("Mine"))).body;
    const changed = await admin.post("schedules.update", { id: schedule.id, action: create });
    expect(changed.body.code).toBe("gateway.action_key_refused");
    const creator = await client(["schedules:*", "propose:context:write"]);
    const proposing = await creator.post("schedules.create", { ...hourly("Mine"), action: create });
    expect(proposing.body.code).toBe("gateway.action_key_refused");
    const gone = { operation: "context.revoke", input: { id: "ctx_000000000000000000000000" } };
    expect((await admin.post("schedules.create", { ...hourly("Later"), action: gone })).status).toBe(200);
  });

  it("stops its schedule when it, or one above it, is revoked, and the schedule says why", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { admin, client, gateway, post, show, ended, texts } = await openSchedules(clock);
    const creator = await client(["schedules:*", "probe:*"]);
    const { schedule } = (await creator.post("schedules.create", hourly("Mine"))).body;
    await gateway.keys.revoke(creator.contextId);
    await clock.add(3_600_000);
    const [run] = await ended(schedule.id, 1);
    expect(run).toMatchObject({
      status: "dead",
      lastAttempt: { status: "failed", error: { code: "gateway.action_key_ended" } },
      lastError: expect.stringContaining(schedule.contextId),
    });
    expect(await show(schedule.id)).toMatchObject({
      status: "disabled",
      statusReason: "key_ended",
      lastRun: { error: { code: "gateway.action_key_ended" } },
    });
    expect(await texts()).toEqual([]);
    const answers = [
      await post("schedules.enable", { id: schedule.id }),
      await post("schedules.run", { id: schedule.id }),
      await post("schedules.update", { id: schedule.id, action: mark }),
    ];
    expect(answers.map(({ code }) => code)).toEqual([
      "schedules.key_ended",
      "schedules.key_ended",
      "schedules.creator_ended",
    ]);
    expect((await admin.post("schedules.list", { status: "disabled" })).body.total).toBe(1);
  });

  it("is replaced when the action changes, and revoked when the schedule is removed", async () => {
    const { create, gateway, post } = await open();
    const { id, contextId } = await create("Mine", { when: HOURLY, action: mark });
    const same = (await post("schedules.update", { id, action: mark })).schedule;
    expect(same.contextId).toBe(contextId);
    const other = (await post("schedules.update", { id, action: { operation: "probe.list" } })).schedule;
    expect(other.scopes).toEqual(["probe.list"]);
    expect(await gateway.keys.callerOf(contextId)).toBeUndefined();
    expect(await gateway.keys.callerOf(other.contextId)).toBeDefined();
    await post("schedules.remove", { id, execute: true });
    expect(await gateway.keys.callerOf(other.contextId)).toBeUndefined();
  });

  it("gets a new one in place of one that was revoked when the action is set again", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { create, gateway, post, ended, show, texts } = await openSchedules(clock);
    const { id, contextId } = await create("Mine", { when: HOURLY, action: mark });
    await gateway.keys.revoke(contextId);
    await clock.add(3_600_000);
    await ended(id, 1);
    await until(async () => expect((await show(id)).status).toBe("disabled"));
    expect((await post("schedules.update", { id, action: mark })).schedule.status).toBe("disabled");
    await post("schedules.enable", { id });
    await clock.add(3_600_000);
    await ended(id, 2);
    expect(await texts()).toHaveLength(1);
  });

  it("has the creator's rights, even if another key sets the action", async () => {
    const { admin, client } = await open();
    const creator = await client(["schedules:*", "probe:read"]);
    const list = { operation: "probe.list" };
    const { schedule } = (await creator.post("schedules.create", { ...hourly("Mine"), action: list })).body;
    const { status, body } = await admin.post("schedules.update", { id: schedule.id, action: mark });
    expect([status, body.code]).toEqual([403, "gateway.forbidden"]);
  });
});

describe("a creator who may only propose", () => {
  it("gets runs that wait for approval", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const reasons: string[] = [];
    const { client, ended, texts, show } = await openSchedules(clock, { plugins: [approvalsPlugin(reasons)] });
    const creator = await client(["schedules:*", "propose:probe:write"]);
    const { schedule } = (await creator.post("schedules.create", hourly("Mine"))).body;
    expect(schedule.scopes).toEqual(["propose:probe.mark"]);
    await clock.add(3_600_000);
    const [run] = await ended(schedule.id, 1);
    expect(run).toMatchObject({
      status: "done",
      lastAttempt: {
        status: "pending",
        approvalId: expect.stringMatching(/^apr_/),
        message: expect.stringMatching(/^Proposed probe.mark, which waits for the approval apr_/),
      },
    });
    expect((await show(schedule.id)).lastRun.status).toBe("pending");
    expect([await texts(), reasons]).toEqual([[], ['Schedule "Mine", due at 2026-11-23T09:00:00.000Z']]);
  });

  it("has them executed after an approval", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { admin, client, ended, texts } = await openSchedules(clock, { plugins: [approvals()] });
    const creator = await client(["schedules:*", "propose:probe:write"]);
    const { schedule } = (await creator.post("schedules.create", hourly("Mine"))).body;
    await clock.add(3_600_000);
    const [run] = await ended(schedule.id, 1);
    const id = run?.lastAttempt?.approvalId;
    const { approval } = (await admin.post("approvals.show", { id })).body;
    expect(approval).toMatchObject({ operation: "probe.mark", reason: expect.stringContaining('Schedule "Mine"') });
    await admin.post("approvals.approve", { id, digest: approval.digest });
    await until(async () => expect(await texts()).toEqual([run?.id]));
  });

  it("is also one who asks for it", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { create, ended, texts } = await openSchedules(clock, { plugins: [approvalsPlugin()] });
    const { id } = await create("Mine", { when: HOURLY, action: { ...mark, propose: true } });
    await clock.add(3_600_000);
    expect((await ended(id, 1))[0]).toMatchObject({ lastAttempt: { status: "pending" } });
    expect(await texts()).toEqual([]);
  });
});

describe("schedules", () => {
  it("are seen and changed by their creator, the contexts above it, and admins", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { admin, client, gateway, ended } = await openSchedules(clock, { plugins: [context(), events()] });
    const parent = await client(["schedules:*", "probe:*", "context:*", "events:*"]);
    const derived = await parent.post("context.derive", { label: "child", scopes: ["schedules:*", "probe:*"] });
    const child = createClient(gateway.fetch, derived.body.key, derived.body.context.id);
    const stranger = await client(["schedules:*", "probe:*", "events:*"]);
    const { schedule } = (await child.post("schedules.create", hourly("Child's"))).body;
    await parent.post("schedules.create", hourly("Parent's"));
    const { id } = schedule;
    const namesFor = async ({ post }: typeof child) =>
      (await post("schedules.list")).body.schedules.map(({ name }: { name: string }) => name);
    expect(await namesFor(child)).toEqual(["Child's"]);
    expect((await namesFor(parent)).sort()).toEqual(["Child's", "Parent's"]);
    expect((await namesFor(admin)).sort()).toEqual(["Child's", "Parent's"]);
    expect(await namesFor(stranger)).toEqual([]);
    await clock.add(3_600_000);
    const [run] = await ended(id, 1);
    for (const operation of ["show", "enable", "disable", "run", "preview", "remove", "update"])
      expect((await stranger.post(`schedules.${operation}`, { id })).body.code).toBe("schedules.schedule_not_found");
    expect((await stranger.post("schedules.runs.list")).body.total).toBe(0);
    expect((await stranger.post("schedules.runs.show", { id: run?.id })).status).toBe(404);
    expect((await parent.post("schedules.runs.show", { id: run?.id })).status).toBe(200);
    expect((await parent.post("schedules.disable", { id })).body.schedule.status).toBe("disabled");
    await child.post("schedules.remove", { id, execute: true });
    const typesFor = async ({ post }: typeof child) =>
      (await post("events.list", { type: "schedules.**", limit: 100 })).body.events?.map(
        ({ type }: { type: string }) => type,
      );
    expect(await typesFor(stranger)).toEqual([]);
    expect(await typesFor(parent)).toEqual(
      expect.arrayContaining([
        "schedules.schedule.created",
        "schedules.run.started",
        "schedules.run.finished",
        "schedules.schedule.disabled",
        "schedules.schedule.removed",
      ]),
    );
  });

  it("are shared only by an admin, with a grant for one schedule", async () => {
    const { admin, client, gateway } = await open({ plugins: [context()] });
    const creator = await client(["schedules:*", "probe:*", "context:*"]);
    const made = async (name: string) => (await creator.post("schedules.create", hourly(name))).body.schedule.id;
    const [one, two] = [await made("One"), await made("Two")];
    const derive = async ({ post }: typeof creator, scopes: string[]) => {
      const { key } = (await post("context.derive", { label: "limited", scopes })).body;
      return createClient(gateway.fetch, key);
    };
    const reader = await derive(admin, [`schedules:read@${one}`]);
    expect((await reader.post("schedules.show", { id: one })).body.schedule.name).toBe("One");
    expect((await reader.post("schedules.show", { id: two })).status).toBe(403);
    expect((await reader.post("schedules.disable", { id: one })).status).toBe(403);
    expect((await reader.post("schedules.list")).body).toMatchObject({ total: 1, schedules: [{ id: one }] });
    expect((await reader.post("schedules.list", { name: "t" })).body.total).toBe(0);
    const writer = await derive(admin, [`schedules:write@${two}`]);
    expect((await writer.post("schedules.disable", { id: two })).body.schedule.status).toBe("disabled");
    expect((await writer.post("schedules.list", { status: "enabled" })).body.total).toBe(0);
    const change = { id: two, action: { operation: "probe.list" } };
    expect((await writer.post("schedules.update", change)).body).toMatchObject({ status: 403, scope: "*" });
    expect((await writer.post("schedules.update", { id: two, missed: "skip" })).status).toBe(200);
    const stranger = await client(["schedules:*", "context:*"]);
    const forged = await derive(stranger, [`schedules:write@${one}`]);
    expect((await forged.post("schedules.show", { id: one })).status).toBe(404);
    expect((await forged.post("schedules.list")).body.total).toBe(0);
  });

  it("have names that are unique for each creator, and are found by them", async () => {
    const { create, post, client } = await open();
    const { id } = await create("Stand up", { when: HOURLY, action: mark });
    const taken = await post("schedules.create", hourly(" STAND UP"));
    expect(taken).toMatchObject({ code: "schedules.name_taken", id, fix: `postern schedules show ${id}` });
    const other = await create("Other", { when: HOURLY, action: mark });
    expect((await post("schedules.update", { id: other.id, name: "stand up" })).code).toBe("schedules.name_taken");
    expect((await post("schedules.update", { id, name: "Stand Up" })).schedule.name).toBe("Stand Up");
    const somebody = await client(["schedules:*", "probe:*"]);
    expect((await somebody.post("schedules.create", hourly("Stand up"))).status).toBe(200);
    const found = await post("schedules.list", { name: "stand" });
    expect(found.total).toBe(2);
  });
});

describe("the number of schedules", () => {
  it("is limited, with a clear error", async () => {
    const { create, post, transact } = await open();
    const { id } = await create("One", { when: HOURLY, action: mark });
    await transact(({ store }) => store.add(scheduleCount, 9_998));
    await create("Two", { when: HOURLY, action: mark });
    expect(await post("schedules.create", hourly("Three"))).toMatchObject({
      status: 409,
      code: "schedules.too_many",
      limit: 10_000,
      fix: "postern schedules list --status ended",
    });
    await post("schedules.remove", { id, execute: true });
    await create("Three", { when: HOURLY, action: mark });
  });
});

describe("each change of a schedule", () => {
  it("has one that undoes it", async () => {
    const { create, post, show } = await open();
    const { id } = await create("Report", { when: { cron: "0 9 * * *" }, timezone: "Europe/Berlin", jitterMs: 1_000 });
    const before = await show(id);
    await post("schedules.disable", { id });
    await post("schedules.enable", { id });
    expect(await show(id)).toEqual(before);
    await post("schedules.update", {
      id,
      when: { every: "1h" },
      timezone: "UTC",
      until: "2027-01-01",
      jitterMs: 0,
      missed: "all",
    });
    const { when, timezone, jitterMs, missed } = before;
    await post("schedules.update", { id, when, timezone, jitterMs, missed, until: "" });
    expect(await show(id)).toEqual(before);
    const { schedule } = await post("schedules.remove", { id, execute: true });
    const { name, action, overlap } = schedule;
    const again = await post("schedules.create", { name, action, overlap, when, timezone, jitterMs, missed });
    const { id: _, contextId: __, ...settings } = before;
    expect(again.schedule).toMatchObject(settings);
  });
});

describe("the status of the service", () => {
  it("shows schedules that failed, or whose key has ended", async () => {
    const clock = clockAt("2026-11-23T08:00:00Z");
    const { create, post, gateway, ended } = await openSchedules(clock, { plugins: [service()] });
    const failing = await create("Failing", {
      when: HOURLY,
      action: { operation: "probe.mark", input: { text: "refused" } },
    });
    const ending = await create("Ending", { when: HOURLY, action: mark });
    await create("Fine", { when: { every: "2h" }, action: mark });
    await gateway.keys.revoke(ending.contextId);
    await clock.add(3_600_000);
    await ended(failing.id, 1);
    await ended(ending.id, 1);
    const { findings } = await post("service.doctor");
    const own = findings.filter(({ id }: { id: string }) => id.startsWith("schedules."));
    expect(own.map(({ id, fix }: { id: string; fix: string }) => `${id} ${fix}`).sort()).toEqual([
      `schedules.key_ended postern schedules show ${ending.id}`,
      `schedules.run_failed postern schedules show ${failing.id}`,
    ]);
    expect((await post("service.status")).checks).toMatchObject([
      {
        name: "schedules",
        status: "degraded",
        items: [{ value: "2 of 3 enabled", detail: "the next one is due at 2026-11-23T10:00:00.000Z" }],
      },
    ]);
  });
});
