import { join } from "node:path";
import agentx from "@postern/agentx";
import approvals from "@postern/approvals";
import context from "@postern/context";
import type { GatewayEvent, Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import { expect, onTestFinished } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";
import { until } from "../../run/until.ts";
import { demo, newFolder } from "../agentx/fixture.ts";

export interface PermissionApproval {
  id: string;
  digest: string;
  status: string;
}

/** A gateway with a coding agent, the owner of its sessions, and an approver who may answer its requests. */
export async function openWithCoder({ agent = demo(), more = [] as Plugin[] } = {}) {
  const workspace = newFolder();
  const coder = agentx({ agents: { demo: agent }, workspace, grace: 500 });
  const test = await testGateway({ plugins: [context(), coder, approvals(), notesPlugin(), ...more] });
  onTestFinished(test.stop);
  const events: GatewayEvent[] = [];
  test.gateway.on("*" as never, (event: GatewayEvent) => void events.push(event));
  const owner = await test.client(["agentx:*", "approvals:decide"]);
  const approver = await test.client(["agentx:write", "approvals:decide"]);
  const post = async (id: string, body: object = {}, client: Client = test.admin) => {
    const { status, body: answer } = await client.post(id, body);
    expect([id, status, answer.detail]).toEqual([id, 200, undefined]);
    return answer;
  };
  const show = async ({ id }: { id: string }) => (await post("approvals.show", { id })).approval;
  return {
    ...test,
    owner,
    approver,
    post,
    show,
    events,
    file: (name: string) => join(workspace, name),
    /** Starts a session with a prompt that makes the agent ask, and returns the approval of its request. */
    async asked(
      prompt = "edit notes.txt It works.",
    ): Promise<PermissionApproval & { input: { session: string; request: string } }> {
      const { session } = await post("agentx.sessions.create", { agent: "demo", prompt, execute: true }, owner);
      return until(async () => {
        const { approvals: found } = await post("approvals.list", { kind: "permission", status: "pending" });
        const mine = found.find(({ input }: { input: { session: string } }) => input.session === session.id);
        expect(mine).toBeDefined();
        return mine;
      });
    },
    request: async ({ input: { session } }: { input: { session: string } }) =>
      (await post("agentx.sessions.show", { session })).session.requests,
    approve: ({ id, digest }: PermissionApproval, client: Client = approver, more: object = {}) =>
      client.post("approvals.approve", { id, digest, ...more }),
    deny: ({ id }: PermissionApproval, client: Client = approver) =>
      client.post("approvals.deny", { id, note: "Not today" }),
    ended: (id: string) =>
      events
        .filter(({ type, subject }) => subject === id && type.startsWith("approvals.approval."))
        .map(({ type }) => type.slice("approvals.approval.".length)),
    answered: () => events.filter(({ type }) => type === "agentx.permission.answered").map(({ data }) => data),
  };
}
