import { defineCommand, defineEvent, defineGroup, definePlugin, T } from "@postern/core";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openGateway, task } from "./gateway.ts";

describe("a rule", () => {
  it("runs its operation with values of the event, once, with its own key", async () => {
    const { rule, happen, runsOf, titles, show, post } = await openGateway();
    const { id, actionContextId, contextId } = await rule({ name: "a task for each chat" });
    await happen("Tea");
    await until(async () => expect(await runsOf(id)).toMatchObject([{ status: "done" }]));
    expect(await titles()).toEqual(["Tea"]);
    const [run] = await runsOf(id);
    expect(run).toMatchObject({
      rule: id,
      type: "chats.chat.created",
      events: 1,
      attempts: 1,
      lastAttempt: { status: "done", resultId: expect.stringMatching(/^task_/) },
    });
    expect(await show(id)).toMatchObject({ runs: 1, failures: 0, lastRunId: run?.id, lastRunStatus: "done" });
    const { context } = await post("context.show", { id: actionContextId });
    expect(context).toMatchObject({ scopes: ["tasks.create"], parentId: contextId });
  });

  it("passes on values of any type, and knows the run and itself", async () => {
    const { rule, happen, post } = await openGateway();
    const input = {
      title: "{{rule.name}}: {{event.type}} {{event.data.chat.id}}",
      tags: [{ $: "event.data.chat.title" }],
      idempotencyKey: "{{run.id}}",
    };
    await rule({ name: "tags", action: { operation: "tasks.create", input } });
    const chat = await happen("tea");
    await until(async () => expect((await post("tasks.list")).total).toBe(1));
    const [{ title, tags }] = (await post("tasks.list")).tasks;
    expect([title, tags]).toEqual([`tags: chats.chat.created ${chat}`, ["tea"]]);
  });

  it("runs only after events that its filter matches", async () => {
    const { rule, happen, handled, titles, show } = await openGateway();
    const filter = 'event.data.chat.title.startsWith("T") && event.type == "chats.chat.created"';
    const { id } = await rule({ on: { types: ["chats.**"], filter } });
    for (const title of ["Tea", "Coffee", "Tonic"]) await happen(title);
    await handled();
    await until(async () => expect(await titles()).toEqual(["Tea", "Tonic"]));
    expect(await show(id)).toMatchObject({ filterErrors: 0 });
  });

  it("shows why its filter failed; such an event does not match", async () => {
    const { rule, happen, handled, runsOf, show } = await openGateway();
    const { id } = await rule({ on: { types: ["chats.*.created"], filter: "event.data.chat.color == 'red'" } });
    await happen("Tea");
    await happen("Coffee");
    await handled();
    expect(await runsOf(id)).toEqual([]);
    expect(await show(id)).toMatchObject({
      filterErrors: 3,
      lastErrorAt: expect.any(Number),
      lastError: expect.stringMatching(
        /^The filter failed for the event \d+\.\d+: No such key: color at character 17$/,
      ),
    });
  });

  it("sees events that happen while it is enabled", async () => {
    const { rule, happen, handled, titles, post } = await openGateway();
    await happen("before");
    const filter = "!event.data.chat.title.startsWith('barrier')";
    const { id } = await rule({ on: { types: ["chats.chat.created"], filter } });
    await happen("one");
    await handled();
    await post("rules.disable", { id });
    await happen("meanwhile");
    await post("rules.enable", { id });
    await happen("two");
    await handled();
    await until(async () => expect(await titles()).toEqual(["one", "two"]));
  });

  it("keeps the event until its last run has ended, and nothing of it afterwards", async () => {
    const { rule, happen, titles, kept, runsOf, post } = await openGateway();
    for (let n = 0; n < 5; n++) await rule();
    const failing = await rule({ action: { operation: "tasks.create", input: { title: "{{event.data.x}}" } } });
    await happen("Tea");
    await until(async () => expect(await titles()).toEqual(["Tea", "Tea", "Tea", "Tea", "Tea"]));
    await until(async () => expect(await runsOf(failing.id)).toMatchObject([{ status: "dead" }]));
    await until(async () => expect(await kept()).toBeGreaterThan(0));
    await post("rules.update", { id: failing.id, action: task });
    await post("rules.runs.retry", { id: (await runsOf(failing.id))[0]?.id });
    await until(async () => expect(await titles()).toHaveLength(6));
    await until(async () => expect(await kept()).toBe(0));
  });

  it("runs after an event that is too large for a copy", async () => {
    const group = defineGroup("large", { title: "Large" });
    const happened = defineEvent("large.thing.happened", {
      summary: "Something large happened",
      data: T.Object({ name: T.String(), text: T.String() }),
    });
    const make = defineCommand(group, {
      id: "large.make",
      summary: "Make something large",
      input: T.Object({ name: T.String() }),
      output: T.Object({}),
      plan: () => ({ summary: "Make it" }),
      execute({ emit }, _plan, { name }) {
        emit(happened, { name, text: "x".repeat(200_000) });
        return {};
      },
    });
    const large = definePlugin(group, { version: "1.0.0", operations: [make], events: [happened] });
    const { rule, post, titles } = await openGateway([large()]);
    const on = { types: ["large.**"], filter: "size(event.data.text) > 100000" };
    await rule({ on, action: { operation: "tasks.create", input: { title: "{{event.data.name}}" } } });
    await post("large.make", { name: "Elephant" });
    await until(async () => expect(await titles()).toEqual(["Elephant"]));
  });

  it("sees events of all types that its globs name, once", async () => {
    const { rule, happen, handled, show } = await openGateway();
    const filter = "has(event.data.chat) && event.data.chat.title == 'Tea'";
    const globs = [["**"], ["chats.**", "chats.chat.created", "chats.*.created"], ["*.chat.*"], ["chats.chat.*"]];
    const action = { operation: "chats.list" };
    const ids = await Promise.all(globs.map(async (types) => (await rule({ on: { types, filter }, action })).id));
    const other = await rule({
      on: { types: ["chats.message.*", "chats.chat", "*.created"], filter },
      allowUnknown: true,
    });
    await happen("Tea");
    await handled();
    for (const id of ids) await until(async () => expect((await show(id)).runs).toBe(1));
    expect((await show(other.id)).runs).toBe(0);
  });

  it("discards its waiting runs when it is disabled", async () => {
    const { rule, happen, handled, post, runsOf } = await openGateway();
    const minute = (shift: number) => new Date(Date.now() + shift * 60_000).toISOString().slice(11, 16);
    const on = { types: ["chats.chat.created"], filter: "event.data.chat.title == 'Tea'" };
    const { id } = await rule({ on, when: { quietTime: { from: minute(-5), to: minute(60), timezone: "UTC" } } });
    await happen("Tea");
    await handled();
    await post("rules.disable", { id });
    expect(await runsOf(id)).toMatchObject([{ status: "discarded", lastError: "The rule was disabled" }]);
  });
});

describe("the events of rules", () => {
  it("report each change and each run once, with their cause", async () => {
    const { rule, post, happen, gateway } = await openGateway();
    const { id } = await rule();
    await happen("Tea");
    await until(async () => expect((await post("rules.show", { id })).rule.runs).toBe(1));
    await post("rules.update", { id, name: "tea" });
    await post("rules.disable", { id });
    await post("rules.disable", { id });
    await post("rules.enable", { id });
    await post("rules.remove", { id, execute: true });
    const { events } = await post("events.list", { type: "rules.**" });
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      "rules.rule.created",
      "rules.run.started",
      "rules.run.finished",
      "rules.rule.updated",
      "rules.rule.disabled",
      "rules.rule.enabled",
      "rules.rule.removed",
    ]);
    const [cause] = (await post("events.list", { type: "chats.chat.created" })).events;
    expect(events[2]).toMatchObject({
      subject: id,
      correlationid: cause.id,
      causationid: cause.id,
      causationdepth: 1,
      data: { ruleId: id, eventId: cause.id, eventType: cause.type, status: "done", resultId: expect.any(String) },
    });
    const [made] = (await post("events.list", { type: "tasks.task.created" })).events;
    expect(made).toMatchObject({ correlationid: cause.id, causationdepth: 1 });
    expect(gateway.state).toBe("running");
  });
});
