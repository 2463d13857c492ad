import { defineCommand, T } from "@postern/core";
import { agentOf } from "../agent.ts";
import { AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentId, ChatId } from "../schemas.ts";
import { discard } from "../turns/hand-over.ts";
import { countOf, someOf } from "../turns/some.ts";

/** What one commit gives up at most, and how much of it at a time. */
const MOST = { records: 1_000, bytes: 2 ** 24 };
const PORTION = 100;

export const turnsDiscard = defineCommand(group, {
  id: "agents.turns.discard",
  summary: "Give up what waits for an agent: it is never handed over",
  description: `Of one chat, or of all, up to ${MOST.records} messages at a time. The messages themselves stay in their chats.`,
  effect: "destroy",
  input: T.Object({ id: AgentId, chatId: T.Optional(ChatId) }),
  output: T.Object({
    messages: T.Integer({ description: "Messages that were given up" }),
    more: T.Boolean({ description: "Whether others still wait: call again" }),
  }),
  errors: [AgentNotFound],
  examples: [{ title: "What waits of one chat", input: { id: "main", chatId: "chat_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id, chatId }) {
    await agentOf(store, id);
    // What comes meanwhile goes along.
    const messages = await countOf(store.unchecked, id, chatId);
    return { summary: `Give up ${messages} messages that wait for ${id}`, messages };
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
