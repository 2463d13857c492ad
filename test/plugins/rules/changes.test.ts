import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openGateway, task } from "./gateway.ts";

describe("a rule cannot be created", () => {
  it.each<[string, object, number, object]>([
    [
      "with an invalid filter",
      { on: { types: ["chats.**"], filter: "event.data.x ==" } },
      400,
      { code: "rules.filter_invalid", position: 16 },
    ],
    [
      "with a regular expression",
      { on: { types: ["chats.**"], filter: "event.type.matches('a')" } },
      400,
      { code: "rules.filter_invalid", position: 1 },
    ],
    [
      "with a filter of 2,001 characters",
      { on: { types: ["chats.**"], filter: "a".repeat(2_001) } },
      400,
      { code: "gateway.invalid_input" },
    ],
    [
      "for a type that does not exist",
      { on: { types: ["chats.chat.craeted"] } },
      404,
      { code: "rules.type_not_found", nearest: "chats.chat.created" },
    ],
    ["for runs of rules", { on: { types: ["rules.run.*"] } }, 404, { code: "rules.type_not_found" }],
    [
      "for an operation that does not exist",
      { action: { operation: "tasks.craete" } },
      404,
      { code: "gateway.unknown_operation" },
    ],
    [
      "for an operation that its key may not call",
      { action: { operation: "chats.create", input: { title: "x" } } },
      403,
      { code: "gateway.forbidden" },
    ],
    [
      "with an input that the operation does not accept",
      { action: { operation: "tasks.create", input: { name: "x" } } },
      400,
      { code: "gateway.invalid_input" },
    ],
    [
      "with a template of something else",
      { action: { operation: "tasks.create", input: { title: "{{env.HOME}}" } } },
      400,
      { code: "gateway.invalid_input" },
    ],
    [
      "with a quiet time that never ends",
      { when: { quietTime: { from: "07:00", to: "07:00", timezone: "UTC" } } },
      400,
      { code: "gateway.invalid_input" },
    ],
    [
      "with an unknown time zone",
      { when: { quietTime: { from: "07:00", to: "08:00", timezone: "Mars/North" } } },
      400,
      { code: "gateway.invalid_input" },
    ],
    ["with an unknown setting", { when: { debounce: 5 } }, 400, { code: "gateway.invalid_input" }],
  ])("%s", async (_title, more, status, body) => {
    const { client } = await openGateway();
    const ann = await client(["rules:*", "tasks:*", "chats:read"]);
    const good = { name: "x", on: { types: ["chats.**"] }, action: task };
    const reply = await ann.post("rules.create", { ...good, ...more });
    expect([reply.status, reply.body]).toEqual([status, expect.objectContaining(body)]);
  });

  it("if there are a thousand", async () => {
    const { rule, admin, gateway } = await openGateway();
    const caller = await gateway.keys.callerOf(admin.contextId);
    const body = { on: { types: ["chats.**"] }, action: task };
    for (let n = 0; n < 999; n++)
      await gateway.call("rules.create", { name: `rule ${n}`, ...body }, { caller } as never);
    await rule({ name: "last" });
    expect((await admin.post("rules.create", { name: "more", ...body })).body).toMatchObject({
      code: "rules.too_many",
      limit: 1_000,
    });
  });

  it("is accepted for types of a plugin that is not enabled yet", async () => {
    const { rule } = await openGateway();
    expect(await rule({ on: { types: ["shop.order.created"] }, allowUnknown: true })).toMatchObject({
      status: "enabled",
    });
  });
});

describe("a rule is changed", () => {
  it("and undone with the former values", async () => {
    const { rule, post, show } = await openGateway();
    const before = await rule({ name: "tea", when: { rate: { count: 1, perMs: 60_000 } } });
    const { id } = before;
    const changes = { name: "coffee", on: { types: ["chats.**"], filter: "true" }, when: { debounceMs: 500 } };
    await post("rules.update", { id, ...changes });
    expect(await show(id)).toMatchObject(changes);
    await post("rules.update", { id, name: before.name, on: before.on, when: before.when });
    const { updatedAt: _, ...same } = before;
    expect(await show(id)).toMatchObject(same);
    const { rule: cleared } = (await post("rules.update", { id, when: {} })) as { rule: object };
    expect(Object.keys(cleared)).not.toContain("when");
  });

  it("to another operation, with another key", async () => {
    const { rule, post, gateway, happen } = await openGateway();
    const { id, actionContextId } = await rule();
    const action = {
      operation: "chats.messages.create",
      input: { chatId: { $: "event.data.chat.id" }, actorId: "me", clientMessageId: "{{run.id}}", content: "hi" },
    };
    const after = (await post("rules.update", { id, action })).rule;
    expect(await gateway.keys.callerOf(actionContextId)).toBeUndefined();
    expect((await gateway.keys.callerOf(after.actionContextId))?.chain[0]).toEqual(["chats.messages.create"]);
    const chatId = await happen("Tea");
    await until(async () => expect((await post("chats.messages.list", { chatId })).total).toBe(1));
  });

  it("by a context above it, with the rights of the context that created it", async () => {
    const { rule, post, admin, client } = await openGateway();
    const { id } = await rule({}, await client(["rules:*", "tasks:*", "chats:read"]));
    const action = { operation: "chats.create", input: { title: "x" } };
    expect((await admin.post("rules.update", { id, action })).body).toMatchObject({ status: 403 });
    await post("rules.update", { id, name: "by the admin" });
  });

  it("by removing it, which can be undone with the answer", async () => {
    const { rule, post, gateway, admin, happen, handled, titles } = await openGateway();
    const { id, actionContextId } = await rule({ name: "tea", when: { rate: { count: 5, perMs: 60_000 } } });
    const planned = await admin.post("rules.remove", { id });
    expect(planned.body.plan.summary).toBe('Remove the rule "tea", which runs tasks.create');
    const { rule: removed } = await post("rules.remove", { id: "tea", execute: true });
    expect(await gateway.keys.callerOf(actionContextId)).toBeUndefined();
    await happen("meanwhile");
    await handled();
    const { name, on, when, action } = removed;
    const again = (await post("rules.create", { name, on, when, action })).rule;
    expect(again).toMatchObject({ name: "tea", runs: 0, when });
    await happen("Tea");
    await until(async () => expect(await titles()).toEqual(["Tea"]));
  });
});
