import { defineCommand, T } from "@postern/core";
import { findAgent } from "../agent.ts";
import { AgentArchived, AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentRef, ChatId } from "../schemas.ts";
import { deliver } from "../turns/deliver.ts";
import { countPending, findPendingTurns } from "../turns/pending-turns.ts";
import { reschedule } from "../turns/reschedule.ts";

/** Maximum number of turns per commit. */
const MAX_TURNS = 20;

export const turnsFlush = defineCommand(group, {
  id: "agents.turns.flush",
  summary: "Deliver pending turns of an agent now",
  description: `Delivers the pending turn of one chat, or of all chats. Up to ${MAX_TURNS} turns are delivered by this call; the others follow immediately in the background.`,
  input: T.Object({ id: AgentRef, chatId: T.Optional(ChatId) }),
  output: T.Object({
    turns: T.Integer({ description: "Number of turns that were delivered" }),
    messages: T.Integer({ description: "Number of messages in these turns" }),
    following: T.Boolean({ description: "Whether more turns follow in the background" }),
  }),
  errors: [AgentNotFound, AgentArchived],
  examples: [{ title: "Deliver all pending turns of an agent", input: { id: "main" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id, chatId }) {
    const agent = await findAgent(store, id);
    if (agent.archivedAt !== undefined) throw AgentArchived({ agentId: id });
    // The count is only for information: messages that arrive meanwhile are delivered too.
    const messages = await countPending(store.unchecked, id, chatId);
    return { summary: `Deliver ${messages} pending messages to ${id}`, messages };
  },
  async execute(ctx, _plan, { id, chatId }) {
    const allPending = await findPendingTurns(ctx.store, id, chatId, MAX_TURNS + 1);
    let [turns, messages, following] = [0, 0, allPending.length > MAX_TURNS];
    for (const pending of allPending.slice(0, MAX_TURNS)) {
      const delivered = await deliver(ctx, pending);
      if (delivered.messages > 0) turns++;
      messages += delivered.messages;
      following ||= delivered.isMore;
    }
    if (allPending.length > MAX_TURNS) await reschedule(ctx.store, id, true);
    return { turns, messages, following };
  },
});
