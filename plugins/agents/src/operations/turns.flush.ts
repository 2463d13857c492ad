import { defineCommand, T } from "@postern/core";
import { agentOf } from "../agent.ts";
import { AgentArchived, AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentId, ChatId } from "../schemas.ts";
import { handOver } from "../turns/hand-over.ts";
import { retime } from "../turns/retime.ts";
import { countOf, someOf } from "../turns/some.ts";

/** Turns that one commit tells of at most. */
const MOST_TURNS = 20;

export const turnsFlush = defineCommand(group, {
  id: "agents.turns.flush",
  summary: "Hand over now what waits for an agent",
  description: `Of one chat, or of all. Up to ${MOST_TURNS} turns are handed over with the answer; the others follow at once.`,
  input: T.Object({ id: AgentId, chatId: T.Optional(ChatId) }),
  output: T.Object({
    turns: T.Integer({ description: "Turns that were handed over" }),
    messages: T.Integer({ description: "Messages in them" }),
    following: T.Boolean({ description: "Whether there is more, which follows" }),
  }),
  errors: [AgentNotFound, AgentArchived],
  examples: [{ title: "All that waits for an agent", input: { id: "main" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id, chatId }) {
    const agent = await agentOf(store, id);
    if (agent.archivedAt !== undefined) throw AgentArchived({ agentId: id });
    // What comes meanwhile goes along.
    const messages = await countOf(store.unchecked, id, chatId);
    return { summary: `Hand over ${messages} messages to ${id}`, messages };
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
