import { defineCommand, T } from "@postern/core";
import { agentOf } from "../agent.ts";
import { AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentId, ChatId } from "../schemas.ts";
import { discard } from "../turns/hand-over.ts";
import { countOf, someOf } from "../turns/some.ts";

/** Limits per commit and per batch. */
const MOST = { records: 1_000, bytes: 2 ** 24 };
const PORTION = 100;

export const turnsDiscard = defineCommand(group, {
  id: "agents.turns.discard",
  summary: "Discard pending messages of an agent",
  description: `Discards pending messages of one chat or of all chats, up to ${MOST.records} per call. They are never delivered to the agent, but stay in their chats.`,
  effect: "destroy",
  input: T.Object({ id: AgentId, chatId: T.Optional(ChatId) }),
  output: T.Object({
    messages: T.Integer({ description: "Number of messages that were discarded" }),
    more: T.Boolean({ description: "Whether more messages are pending; if so, call again" }),
  }),
  errors: [AgentNotFound],
  examples: [
    {
      title: "Discard the pending messages of one chat",
      input: { id: "main", chatId: "chat_0123456789abcdef01234567" },
    },
  ],
  resource: ({ id }) => id,
  async plan({ store }, { id, chatId }) {
    await agentOf(store, id);
    // The count is only for information: messages that arrive meanwhile are discarded too.
    const messages = await countOf(store.unchecked, id, chatId);
    return { summary: `Discard ${messages} pending messages of ${id}`, messages };
  },
  async execute(ctx, _plan, { id, chatId }) {
    let { records, bytes } = MOST;
    let messages = 0;
    while (records > 0 && bytes > 0) {
      const [gathering] = await someOf(ctx.store, id, chatId, 1);
      if (!gathering) break;
      const gone = await discard(ctx, gathering, { records: Math.min(records, PORTION), bytes });
      messages += gone.messages;
      records -= gone.records;
      bytes -= gone.bytes;
    }
    return { messages, more: (await someOf(ctx.store, id, chatId, 1)).length > 0 };
  },
});
