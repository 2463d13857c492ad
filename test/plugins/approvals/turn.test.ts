import agents from "@postern/agents";
import approvals from "@postern/approvals";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import { expect, it, onTestFinished } from "vitest";

it("an approval shows the turn and the chat that it comes from", async () => {
  const { gateway, admin, client, stop } = await testGateway({ plugins: [agents(), chats(), approvals()] });
  onTestFinished(stop);
  await gateway.call("agents.create", { id: "main", debounceMs: "0" });
  const { chat } = await gateway.call("chats.create", { agentId: "main" });
  const message = { chatId: chat.id, actorId: "ann", clientMessageId: "m1", content: "A room for tea, please" };
  await gateway.call("chats.messages.create", message);
  const { turn } = await gateway.call("agents.turns.claim", { agent: "main", waitMs: "20000" });
  const cause = { correlationId: "1.1", causationId: turn?.id ?? "", depth: 2 };
  const agent = await client(["propose:chats:write"], "main");
  const caller = await gateway.keys.recognize(agent.key);
  if (!caller) throw new Error("The key is not accepted");
  await expect(gateway.call("chats.create", { title: "Tea" }, { caller, cause })).rejects.toThrow();
  await expect(gateway.call("chats.create", { title: "Coffee" }, { caller })).rejects.toThrow();
  const listed = (await admin.post("approvals.list", {})).body.approvals;
  expect(listed.map((one: { cause?: object }) => one.cause)).toEqual([undefined, { ...cause, chatId: chat.id }]);
});
