import { defineCommand, T } from "@postern/core";
import { agentOf } from "../agent.ts";
import { AgentArchived, AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentId, ChatId } from "../schemas.ts";
import { handOver } from "../turns/hand-over.ts";
import { retime } from "../turns/retime.ts";
import { countOf, someOf } from "../turns/some.ts";

/** Maximum number of turns per commit. */
const MOST_TURNS = 20;

export const turnsFlush = defineCommand(group, {
  id: "agents.turns.flush",
  summary: "Deliver pending turns of an agent now",
  description: `Delivers the pending turn of one chat, or of all chats. Up to ${MOST_TURNS} turns are delivered by this call; the others follow immediately in the background.`,
  input: T.Object({ id: AgentId, chatId: T.Optional(ChatId) }),
  output: T.Object({
    turns: T.Integer({ description: "Number of turns that were delivered" }),
    messages: T.Integer({ description: "Number of messages in these turns" }),
    following: T.Boolean({ description: "Whether more turns follow in the background" }),
  }),
  errors: [AgentNotFound, AgentArchived],
  examples: [{ title: "Deliver all pending turns of an agent", input: { id: "main" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id, chatId }) {
    const agent = await agentOf(store, id);
    if (agent.archivedAt !== undefined) throw AgentArchived({ agentId: id });
    // The count is only for information: messages that arrive meanwhile are delivered too.
    const messages = await countOf(store.unchecked, id, chatId);
    return { summary: `Deliver ${messages} pending messages to ${id}`, messages };
  },
  async execute(ctx, _plan, { id, chatId }) {
    const gatherings = await someOf(ctx.store, id, chatId, MOST_TURNS + 1);
    let [turns, messages, following] = [0, 0, gatherings.length > MOST_TURNS];
    for (const gathering of gatherings.slice(0, MOST_TURNS)) {
      const told = await handOver(ctx, gathering);
      if (told.messages > 0) turns++;
      messages += told.messages;
      following ||= told.isMore;
    }
    if (gatherings.length > MOST_TURNS) await retime(ctx.store, id, true);
    return { turns, messages, following };
  },
});
