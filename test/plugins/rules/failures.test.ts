import approvals from "@postern/approvals";
import { defineCommand, defineGroup, definePlugin, gatewayErrors, T } from "@postern/core";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openGateway, task } from "./gateway.ts";

const findingsOf = async ({ post }: Awaited<ReturnType<typeof openGateway>>) =>
  (await post("service.doctor")).findings.filter(({ id }: { id: string }) => id.startsWith("rules."));

describe("a run that fails", () => {
  it("says why, is reported by the doctor, and can be asked for again", async () => {
    const gateway = await openGateway();
    const { rule, happen, post, runsOf, show } = gateway;
    const input = {
      chatId: "chat_000000000000000000000000",
      actorId: "me",
      clientMessageId: "{{run.id}}",
      content: "hi",
    };
    const { id } = await rule({ name: "answer", action: { operation: "chats.messages.create", input } });
    const chatId = await happen("Tea");
    await until(async () => expect(await runsOf(id)).toMatchObject([{ status: "dead", attempts: 1 }]));
    const [run] = await runsOf(id);
    expect(run).toMatchObject({
      lastError: expect.stringContaining("not found"),
      lastAttempt: { status: "failed", error: { code: "chats.chat_not_found" } },
    });
    expect(await show(id)).toMatchObject({ failures: 1, lastRunStatus: "failed", lastError: run?.lastError });
    expect(await findingsOf(gateway)).toMatchObject([
      { id: "rules.run_failed", severity: "warning", fix: `postern rules show ${id}` },
    ]);
    await post("rules.update", { id, action: { operation: "chats.messages.create", input: { ...input, chatId } } });
    await post("rules.runs.retry", { id: run?.id });
    await until(async () => expect((await post("chats.messages.list", { chatId })).total).toBe(1));
    await until(async () => expect(await show(id)).toMatchObject({ runs: 1, failures: 1, lastRunStatus: "done" }));
    expect(await findingsOf(gateway)).toEqual([]);
  });

  it("because a template has no value calls nothing", async () => {
    const { rule, happen, runsOf, titles } = await openGateway();
    const { id } = await rule({ action: { operation: "tasks.create", input: { title: "{{event.data.nothing}}" } } });
    await happen("Tea");
    await until(async () =>
      expect(await runsOf(id)).toMatchObject([
        { status: "dead", lastAttempt: { error: { code: "gateway.template_path_unknown" } } },
      ]),
    );
    expect(await titles()).toEqual([]);
  });

  it("is repeated if an attempt later may succeed, and then done once", async () => {
    let attempts = 0;
    const group = defineGroup("flaky", { title: "Flaky" });
    const work = defineCommand(group, {
      id: "flaky.work",
      summary: "Work",
      input: T.Object({}),
      output: T.Object({}),
      errors: [gatewayErrors.Unavailable],
      plan: () => ({ summary: "Work" }),
      execute() {
        if (++attempts < 3) throw gatewayErrors.Unavailable({ reason: "Not yet" });
        return {};
      },
    });
    const flaky = definePlugin(group, { version: "1.0.0", operations: [work] });
    const { rule, happen, runsOf, advance } = await openGateway([flaky()]);
    const { id } = await rule({ action: { operation: "flaky.work" } });
    await happen("Tea");
    await until(async () => expect(attempts).toBe(1));
    await until(async () => {
      await advance(2_000);
      expect(await runsOf(id)).toMatchObject([{ status: "done", attempts: 3 }]);
    });
    expect(attempts).toBe(3);
  });
});

describe("a rule whose creator has ended", () => {
  it("fails its waiting runs with the reason, and is disabled", async () => {
    const gateway = await openGateway();
    const { rule, happen, handled, client, post, runsOf, show, advance } = gateway;
    const parent = await client(["rules:*", "tasks:*", "chats:*", "context:*"]);
    const { key, context } = await post(
      "context.derive",
      { label: "child", scopes: ["rules:*", "tasks:*", "chats:*"] },
      parent,
    );
    const { createClient } = await import("@postern/core/testing");
    const child = createClient(gateway.gateway.fetch, key, context.id);
    const minute = (shift: number) => new Date(Date.now() + shift * 60_000).toISOString().slice(11, 16);
    const quietTime = { from: minute(-60), to: minute(60), timezone: "UTC" };
    const on = { types: ["chats.chat.created"], filter: "event.data.chat.title == 'Tea'" };
    const { id } = await rule({ on, when: { quietTime } }, child);
    await happen("Tea");
    await handled();
    expect(await runsOf(id)).toMatchObject([{ status: "waiting" }]);
    await post("context.revoke", { id: parent.contextId, execute: true });
    await advance(61 * 60_000);
    const reason = "The rule's creator context, or one of its ancestors, was revoked or has expired";
    await until(async () => expect(await runsOf(id)).toMatchObject([{ status: "dead", lastError: reason }]));
    expect(await show(id)).toMatchObject({ status: "disabled", statusReason: "context_ended", lastError: reason });
    expect((await gateway.admin.post("rules.enable", { id })).body.code).toBe("rules.context_ended");
    expect(await findingsOf(gateway)).toMatchObject([{ id: "rules.context_ended", severity: "warning" }]);
  });

  it("is disabled by the next event", async () => {
    const { rule, happen, handled, client, post, runsOf, show } = await openGateway();
    const ann = await client(["rules:*", "tasks:*", "chats:*"]);
    const { id } = await rule({}, ann);
    await post("context.revoke", { id: ann.contextId, execute: true });
    await happen("Tea");
    await handled();
    expect(await show(id)).toMatchObject({ status: "disabled", statusReason: "context_ended" });
    expect(await runsOf(id)).toEqual([]);
  });
});

describe("a rule that may only propose", () => {
  it("has pending runs, which are done once people approve them", async () => {
    const { rule, happen, client, runsOf, titles, show, post } = await openGateway([approvals()]);
    const agent = await client(["rules:*", "propose:tasks:write", "chats:read"]);
    const { id, isProposal } = await rule({ name: "ask" }, agent);
    expect(isProposal).toBe(true);
    const chatId = await happen("Tea");
    await until(async () => expect(await runsOf(id)).toMatchObject([{ status: "done" }]));
    const [{ lastAttempt }] = (await runsOf(id)) as [{ lastAttempt: { approvalId: string } }];
    expect(lastAttempt).toMatchObject({ status: "pending", approvalId: expect.stringMatching(/^apr_/) });
    expect(await titles()).toEqual([]);
    expect(await show(id)).toMatchObject({ runs: 1, lastRunStatus: "pending" });
    const { approval } = await post("approvals.show", { id: lastAttempt.approvalId });
    expect(approval).toMatchObject({ operation: "tasks.create", reason: 'Rule "ask", after chats.chat.created' });
    await post("approvals.approve", { id: approval.id, digest: approval.digest, execute: true });
    expect(await titles()).toEqual(["Tea"]);
    const [cause] = (await post("events.list", { type: "chats.chat.created" })).events;
    expect(cause.subject).toBe(chatId);
    const [made] = (await post("events.list", { type: "tasks.task.created" })).events;
    expect(made.correlationid).toBe(cause.id);
  });

  it("can be asked to propose although it could execute", async () => {
    const { rule, happen, runsOf } = await openGateway([approvals()]);
    const { id } = await rule({ action: { ...task, propose: true } });
    await happen("Tea");
    await until(async () => expect(await runsOf(id)).toMatchObject([{ lastAttempt: { status: "pending" } }]));
  });

  it("fails if no plugin keeps approvals", async () => {
    const { rule, happen, client, show } = await openGateway();
    const { id } = await rule({}, await client(["rules:*", "propose:tasks:write", "chats:read"]));
    await happen("Tea");
    await until(async () => expect(await show(id)).toMatchObject({ failures: 1, lastRunStatus: "failed" }));
  });
});

describe("rules that cause each other", () => {
  it("are stopped after eight steps, which the rule and the doctor show", async () => {
    const gateway = await openGateway();
    const { rule, happen, post, runsOf, show } = gateway;
    const message = (content: string) => ({
      operation: "chats.messages.create",
      input: { chatId: { $: "event.data.message.chatId" }, actorId: "me", clientMessageId: "{{run.id}}", content },
    });
    const on = (content: string) => ({
      types: ["chats.message.created"],
      filter: `event.data.message.content.text == "${content}"`,
    });
    const ping = await rule({ name: "ping", on: on("ping"), action: message("pong") });
    const pong = await rule({ name: "pong", on: on("pong"), action: message("ping") });
    const chatId = await happen("Tea");
    await post("chats.messages.create", { chatId, actorId: "ann", clientMessageId: "1", content: "ping" });
    await until(async () => expect(await show(ping.id)).toMatchObject({ failures: 1 }));
    expect((await post("chats.messages.list", { chatId })).total).toBe(9);
    expect(await show(ping.id)).toMatchObject({
      runs: 4,
      lastRunStatus: "stopped",
      lastError: expect.stringMatching(/^loop: /),
    });
    expect(await show(pong.id)).toMatchObject({ runs: 4, failures: 0 });
    const [stopped] = await runsOf(ping.id);
    expect(stopped).toMatchObject({
      status: "dead",
      lastAttempt: { status: "stopped", error: { code: "rules.loop" } },
    });
    expect(await findingsOf(gateway)).toMatchObject([
      {
        id: "rules.loop",
        severity: "error",
        fix: `postern rules disable ${ping.id}`,
        evidence: expect.stringContaining('"ping"'),
      },
    ]);
    await post("rules.runs.retry", { id: stopped?.id });
    await until(async () => expect(await show(ping.id)).toMatchObject({ failures: 2 }));
    expect((await post("chats.messages.list", { chatId })).total).toBe(9);
  });

  it("do not include one that would cause itself, which its own events never do", async () => {
    const { rule, happen, handled, show, titles } = await openGateway();
    const on = { types: ["chats.chat.created", "tasks.**"] };
    const { id } = await rule({ on, action: { operation: "tasks.create", input: { title: "again" } } });
    await happen("Tea");
    await until(async () => expect(await titles()).toEqual(["again"]));
    await handled();
    expect(await show(id)).toMatchObject({ runs: 2, failures: 0 });
  });
});
