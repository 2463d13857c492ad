import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openGateway, task } from "./gateway.ts";

describe("the name of a rule", () => {
  it("is unique for its owner and works instead of the id", async () => {
    const { rule, post, admin, client } = await openGateway();
    const { id } = await rule({ name: "tea" });
    expect((await post("rules.show", { id: "tea" })).rule.id).toBe(id);
    const body = { name: "tea", on: { types: ["chats.**"] }, action: task };
    expect((await admin.post("rules.create", body)).body).toMatchObject({ code: "rules.name_taken", id });
    const ann = await client(["rules:*", "tasks:*", "chats:*"]);
    const other = (await post("rules.create", body, ann)).rule.id;
    expect((await post("rules.show", { id: "tea" })).rule.id).toBe(id);
    expect((await post("rules.show", { id: "tea" }, ann)).rule.id).toBe(other);
    await post("rules.update", { id, name: "coffee" });
    expect((await post("rules.show", { id: "tea" })).rule.id).toBe(other);
    const ben = await client(["rules:*", "tasks:*", "chats:*"]);
    await post("rules.create", body, ben);
    const { status, body: refused } = await admin.post("rules.show", { id: "tea" });
    expect([status, refused.code, refused.ids.length]).toEqual([409, "rules.rule_ambiguous", 2]);
    expect((await admin.post("rules.update", { id: other, name: "tea" })).status).toBe(200);
    expect((await post("rules.list", { name: "cof" })).rules.map((one: { id: string }) => one.id)).toEqual([id]);
  });
});

describe("the action of a rule", () => {
  it("is refused for what it could not run, with the right that it would lack", async () => {
    const { rule, post, admin } = await openGateway();
    const action = { operation: "context.principals.create", input: { name: "{{event.id}}" } };
    const { id } = await rule({});
    for (const [operation, body] of [
      ["rules.create", { name: "people", on: { types: ["chats.**"] }, action }],
      ["rules.update", { id, action }],
    ] as const)
      expect((await admin.post(operation, body)).body).toMatchObject({
        ...{ status: 403, code: "gateway.action_key_refused" },
        reason: expect.stringContaining('"*"'),
      });
    expect((await post("rules.list")).total).toBe(1);
  });
});

describe("who sees a rule", () => {
  it("is its context, those above it and admins", async () => {
    const { rule, post, client, gateway, happen, admin, runsOf } = await openGateway();
    const ann = await client(["rules:*", "tasks:*", "chats:*", "context:*", "events:*"]);
    const { key, context } = await post(
      "context.derive",
      { label: "child", scopes: ["rules:*", "tasks:*", "chats:*"] },
      ann,
    );
    const { createClient } = await import("@postern/core/testing");
    const child = createClient(gateway.fetch, key, context.id);
    const { id } = await rule({}, child);
    await happen("Tea");
    await until(async () => expect(await runsOf(id)).toMatchObject([{ status: "done" }]));
    const ben = await client(["rules:*", "events:*"]);
    for (const who of [child, ann, admin]) {
      expect((await post("rules.show", { id }, who)).rule.id).toBe(id);
      expect((await post("rules.list", {}, who)).total).toBe(1);
      expect((await post("rules.runs.list", {}, who)).total).toBe(1);
    }
    expect((await ben.post("rules.show", { id })).body.code).toBe("rules.rule_not_found");
    for (const [operation, body] of [
      ["rules.update", {}],
      ["rules.disable", {}],
      ["rules.remove", {}],
    ] as const)
      expect((await ben.post(operation, { id, ...body })).status).toBe(404);
    expect((await post("rules.list", {}, ben)).total).toBe(0);
    expect((await post("rules.runs.list", {}, ben)).total).toBe(0);
    const types = async (who: typeof ben) =>
      (await post("events.list", { type: "rules.**" }, who)).events.map(({ type }: { type: string }) => type);
    expect(await types(ben)).toEqual([]);
    expect(await types(ann)).toEqual(["rules.rule.created", "rules.run.started", "rules.run.finished"]);
  });

  it("only runs after events that its context may see", async () => {
    const { rule, happen, handled, client, runsOf, post } = await openGateway();
    const blind = await rule({}, await client(["rules:*", "tasks:*"]));
    const failing = { types: ["chats.**"], filter: "event.data.secret == 1" };
    const curious = await rule({ on: failing }, await client(["rules:*", "tasks:*"]));
    const seeing = await rule({}, await client(["rules:*", "tasks:*", "chats:read"]));
    await happen("Tea");
    const { calendar } = await post("calendars.create", { name: "Private", timezone: "UTC" });
    const stranger = await client(["rules:*", "tasks:*", "calendars:*"]);
    const action = { operation: "tasks.create", input: { title: "{{event.data.eventId}}" } };
    const hidden = await rule({ on: { types: ["calendars.**"] }, action }, stranger);
    const times = { startAt: "2026-12-01T09:00:00Z", endAt: "2026-12-01T10:00:00Z" };
    await post("calendars.events.create", { calendar: calendar.id, title: "x", ...times });
    await handled();
    expect(await runsOf(blind.id)).toEqual([]);
    expect(await runsOf(hidden.id)).toEqual([]);
    expect((await post("rules.show", { id: curious.id })).rule).toMatchObject({ filterErrors: 0 });
    await until(async () => expect(await runsOf(seeing.id)).toHaveLength(2));
  });
});
