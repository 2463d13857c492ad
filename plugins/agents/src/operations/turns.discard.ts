import { defineCommand, T } from "@postern/core";
import { findAgent } from "../agent.ts";
import { AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentRef, ChatId } from "../schemas.ts";
import { discard } from "../turns/deliver.ts";
import { countPending, findPendingTurns } from "../turns/pending-turns.ts";

/** Limits per commit and per batch. */
const LIMITS = { records: 1_000, bytes: 2 ** 24 };
const BATCH_SIZE = 100;

export const turnsDiscard = defineCommand(group, {
  id: "agents.turns.discard",
  summary: "Discard pending messages of an agent",
  description: `Discards pending messages of one chat or of all chats, up to ${LIMITS.records} per call. They are never delivered to the agent, but stay in their chats.`,
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: AgentRef, chatId: T.Optional(ChatId) }),
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
    await findAgent(store, id);
    // The count is only for information: messages that arrive meanwhile are discarded too.
    const messages = await countPending(store.unchecked, id, chatId);
    return { summary: `Discard ${messages} pending messages of ${id}`, messages };
  },
  async execute(ctx, _plan, { id, chatId }) {
    let { records, bytes } = LIMITS;
    let messages = 0;
    while (records > 0 && bytes > 0) {
      const [pending] = await findPendingTurns(ctx.store, id, chatId, 1);
      if (!pending) break;
      const discarded = await discard(ctx, pending, { records: Math.min(records, BATCH_SIZE), bytes });
      messages += discarded.messages;
      records -= discarded.records;
      bytes -= discarded.bytes;
    }
    return { messages, more: (await findPendingTurns(ctx.store, id, chatId, 1)).length > 0 };
  },
});
