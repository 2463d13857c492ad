import approvals from "@postern/approvals";
import context from "@postern/context";
import {
  defineCommand,
  defineError,
  defineGroup,
  definePlugin,
  type GatewayOptions,
  type Plugin,
  secret,
  T,
} from "@postern/core";
import { type Client, createClient, testGateway } from "@postern/core/testing";
import { expect, onTestFinished } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";

const group = defineGroup("posts", { title: "Posts" });
export const Off = defineError("posts.off", {
  status: 409,
  data: T.Object({}),
  message: () => "Posts are switched off",
});

/** A plugin whose command works outside the store, and what it has sent. */
export function posts(version = "1.0.0") {
  const sent: string[] = [];
  const steps: { plan?: () => object; send?: () => unknown } = {};
  const send = defineCommand(group, {
    id: "posts.send",
    summary: "Send a post",
    effect: "external",
    dryRunByDefault: true,
    input: T.Object({
      text: T.String({ maxLength: 100 }),
      amount: T.Optional(T.Number()),
      to: T.Optional(T.String()),
      password: T.Optional(secret(T.String())),
    }),
    output: T.Object({ sent: T.Integer() }),
    errors: [Off],
    resource: ({ to }) => to,
    plan: (_ctx, { text }) => ({
      summary: `Send a post of ${text.length} characters`,
      effects: ["posts to the outside"],
      ...steps.plan?.(),
    }),
    async execute(_ctx, _plan, { text }) {
      sent.push(text);
      await steps.send?.();
      return { sent: sent.length };
    },
  });
  return { plugin: definePlugin(group, { version, operations: [send] })(), sent, steps };
}

/** A gateway with approvals, an agent that may only propose, and an approver. */
export async function opened(options: Partial<GatewayOptions<readonly Plugin[]>> = {}) {
  const outside = posts();
  const plugins = [notesPlugin(), approvals(), context(), outside.plugin];
  const test = await testGateway({ plugins, ...options });
  onTestFinished(test.stop);
  const agent = await test.client(["propose:*"], "writer");
  const approver = await test.client(["approvals:decide", "notes:read"]);
  const derived = async (parent: Client, scopes: readonly string[], agentId?: string) => {
    const { body, status } = await parent.post("context.derive", {
      label: "derived",
      scopes,
      ...(agentId && { agentId }),
    });
    expect([status, body]).toEqual([200, expect.anything()]);
    return createClient(test.gateway.fetch, body.key, body.context.id);
  };
  return { ...test, ...outside, agent, approver, derived };
}

/** Proposes a command as this client. */
export async function proposed(client: Client, operation = "notes.add", input: object = { text: "tea" }) {
  const { status, body } = await client.post(operation, input);
  expect([status, body.status]).toEqual([202, "pending"]);
  return body as { approvalId: string; digest: string; expiresAt: number; plan: { summary: string } };
}

export const approve = (client: Client, { approvalId: id, digest }: { approvalId: string; digest: string }) =>
  client.post("approvals.approve", { id, digest });

export const shown = async (client: Client, { approvalId: id }: { approvalId: string }) =>
  (await client.post("approvals.show", { id })).body.approval;
