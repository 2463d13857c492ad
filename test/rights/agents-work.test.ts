import approvals from "@postern/approvals";
import { defineGroup, definePlugin, T } from "@postern/core";
import { responderKinds, type Tools } from "@postern/responders/services";
import rules from "@postern/rules";
import schedules from "@postern/schedules";
import { describe, expect, it } from "vitest";
import { openFixture } from "../plugins/responders/fixture.ts";

const group = defineGroup("probing", { title: "Probing", needs: { kinds: responderKinds } });

/** A gateway with a responder of an administrator, whose agent calls tools in a turn. */
async function opened(scopes: readonly string[]) {
  const probe: { use?: (tools: Tools) => Promise<void> } = {};
  const plugin = definePlugin(group, {
    ...{ version: "1.0.0", operations: [] },
    setup({ services }) {
      services.kinds.register({
        ...{ id: "probe", title: "Probe", description: "Calls what a test gives it.", config: T.Object({}) },
        async answer({ tools }) {
          await probe.use?.(tools);
          return "silent";
        },
      });
    },
  })();
  const test = await openFixture({ more: [approvals(), rules(), schedules(), plugin] });
  await test.post("responders.create", { id: "assistant", kind: "probe", agents: ["main"], scopes });
  return {
    ...test,
    /** What the tool answers to the agent in a turn. */
    async tool(name: string, input: object) {
      let answered: { isError: boolean; answer: unknown } | undefined;
      probe.use = async (tools) => {
        answered = await tools.call(name, input);
      };
      await test.say(await test.chat(), "x");
      await test.advance(1_000);
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer
      return answered as { isError: boolean; answer: any };
    },
  };
}

const hourly = { name: "mine", when: { every: "1h" }, action: { operation: "tasks.create", input: { title: "x" } } };
const onChat = { name: "mine", on: { types: ["chats.chat.created"] }, action: hourly.action };
const isAgents = { agentId: "main", principal: "agent:main" };

describe("what an agent sets up with the rights of a person", () => {
  it.each([
    ["schedules", "schedule", "contextId", hourly],
    ["rules", "rule", "actionContextId", onChat],
  ] as const)("is the agent's, also after it was changed: %s", async (group, of, context, input) => {
    const { tool, post, gateway, admin, advance } = await opened([
      `${group}.create`,
      `${group}.update`,
      "tasks:write",
      "chats:read",
    ]);
    const { answer } = await tool(`${group}_create`, input);
    const { id } = answer[of];
    const callerNow = async () => {
      const { contexts } = await post("context.list", { limit: "100" });
      const label = `${of} mine`;
      const last = contexts.find(
        (one: { label: string; status: string }) => one.label === label && one.status === "active",
      );
      return gateway.keys.callerOf(last.id);
    };
    expect([context, await callerNow()]).toMatchObject([context, isAgents]);
    for (const change of [
      () => tool(`${group}_update`, { id, action: { ...input.action, input: { title: "y" } } }),
      () => admin.post(`${group}.update`, { id, action: { ...input.action, input: { title: "z" } } }),
    ]) {
      await change();
      expect(await callerNow()).toMatchObject(isAgents);
    }
    const match = { operations: ["tasks.create"], agents: ["main"] };
    const { policy } = await post("approvals.policies.create", { name: "No", match, action: "deny" });
    const happens = async () => {
      await post("chats.create", { title: "y" });
      await advance(3_600_000);
      return (await post("tasks.list")).total > 0;
    };
    expect(await happens()).toBe(false);
    await post("approvals.policies.remove", { id: policy.id, execute: true });
    expect(await happens()).toBe(true);
  });

  it("is no later call of what it may not call itself", async () => {
    const { tool } = await opened(["schedules.create", "schedules:write", "approvals:decide", "context:write"]);
    for (const operation of ["context.derive", "schedules.update", "approvals.policies.remove"]) {
      const { isError, answer } = await tool("schedules_create", { ...hourly, action: { operation, input: {} } });
      expect([operation, isError, answer.code]).toEqual([operation, true, "gateway.forbidden"]);
    }
  });

  it("is the agent's when a person has approved it: a key", async () => {
    const { tool, post, admin } = await opened(["propose:context.derive", "tasks:read"]);
    const { answer } = await tool("context_derive", { label: "mine", scopes: ["tasks:read"] });
    expect(answer.pending).toBe(true);
    const { approval } = await post("approvals.show", { id: answer.approvalId });
    const { body } = await admin.post("approvals.approve", { id: approval.id, digest: approval.digest, execute: true });
    expect(body.approval.status).toBe("executed");
    const { contexts } = await post("context.list", { limit: "100" });
    expect(contexts.find(({ label }: { label: string }) => label === "mine")).toMatchObject(isAgents);
  });
});
