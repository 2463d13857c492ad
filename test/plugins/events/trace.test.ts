import agents from "@postern/agents";
import approvals from "@postern/approvals";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import events from "@postern/events";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";

interface Traced {
  readonly id: string;
  readonly type: string;
  readonly causationid?: string;
  readonly causationdepth?: number;
}

async function opened() {
  const test = await testGateway({ plugins: [agents(), chats(), approvals(), events()] });
  onTestFinished(test.stop);
  const trace = async (of: string, client = test.admin) => (await client.post("events.trace", { of })).body;
  const typesOf = async (of: string) => ((await trace(of)).events ?? []).map(({ type }: Traced) => type);
  return { ...test, trace, typesOf };
}

it("shows the chain from a message through a turn to its answer, from either end", async () => {
  const { gateway, trace, typesOf } = await opened();
  await gateway.call("agents.create", { id: "main", debounceMs: "0" });
  const { chat } = await gateway.call("chats.create", { agentId: "main" });
  const message = { chatId: chat.id, actorId: "ann", clientMessageId: "m1", content: "Hello" };
  const { messageId } = await gateway.call("chats.messages.create", message);
  const { turn } = await gateway.call("agents.turns.claim", { agent: "main", waitMs: "20000" });
  const answered = await gateway.call("agents.turns.answer", {
    turn: turn?.id ?? "",
    claim: turn?.claim ?? "",
    content: "Hello, Ann",
  });
  await until(async () => expect(await typesOf(messageId)).toContain("agents.turn.answered"));
  const { events: chain, more } = await trace(messageId);
  const found = chain.map(({ type, causationdepth = 0 }: Traced) => `${causationdepth} ${type}`);
  expect(found).toEqual([
    "0 gateway.command.executed",
    "0 chats.message.created",
    "1 agents.turn.ready",
    "1 agents.turn.claimed",
    "2 gateway.command.executed",
    "2 chats.message.created",
    "2 agents.turn.answered",
  ]);
  expect(more).toBe(false);
  expect(chain.at(-1).causationid).toBe(turn?.id);
  expect(await trace(answered.messageId ?? "")).toEqual({ events: chain, more });
  expect(await trace(chain[0].id)).toEqual({ events: chain, more });
});

it("shows what an approval has led to", async () => {
  const { admin, client, typesOf } = await opened();
  const agent = await client(["propose:chats:write"], "writer");
  const { approvalId: id, digest } = (await agent.post("chats.create", { title: "Tea" })).body;
  const [requested] = (await admin.post("events.list", { type: "approvals.approval.requested" })).body.events;
  await admin.post("approvals.approve", { id, digest });
  await until(async () => expect(await typesOf(requested.id)).toContain("chats.chat.created"));
  expect(await typesOf(requested.id)).toEqual([
    "approvals.approval.requested",
    "gateway.command.executed",
    "chats.chat.created",
    "approvals.approval.approved",
    "approvals.approval.executed",
  ]);
});

it("shows only what the key may see, and says if that is nothing", async () => {
  const { admin, client, trace } = await opened();
  const { chat } = (await admin.post("chats.create", { title: "Tea" })).body;
  const [created] = (await admin.post("events.list", { type: "chats.chat.created", subject: chat.id })).body.events;
  const reader = await client(["events:read", "chats:read"]);
  expect((await trace(created.id, reader)).events).toHaveLength(1);
  const other = await client(["events:read"]);
  for (const of of [created.id, "999999.1", "msg_nothing", "unknown"])
    expect(await trace(of, other)).toMatchObject({ status: 404, code: "events.event_not_found" });
});
