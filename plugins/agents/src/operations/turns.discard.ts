import { type CommandContext, defineCommand, T } from "@postern/core";
import { findAgent } from "../agent.ts";
import { countReady, discardReady } from "../claims/discard.ts";
import { AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentRef, ChatId } from "../schemas.ts";
import { discard } from "../turns/deliver.ts";
import { countPending, findPendingTurns } from "../turns/pending-turns.ts";

/** Limits per commit and per batch. */
const LIMITS = { records: 1_000, bytes: 2 ** 24, turns: 100 };
const BATCH_SIZE = 100;

export const turnsDiscard = defineCommand(group, {
  id: "agents.turns.discard",
  summary: "Discard messages that an agent has not answered",
  description:
    `Discards pending messages and ready turns of one chat or of all chats, up to ${LIMITS.records} messages or ${LIMITS.turns} turns per call. ` +
    "The agent never gets them, but they stay in their chats. A claimed turn is not discarded.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: AgentRef, chatId: T.Optional(ChatId) }),
  output: T.Object({
    messages: T.Integer({ description: "Number of messages that were discarded" }),
    more: T.Boolean({ description: "Whether more messages are left; if so, call again" }),
  }),
  errors: [AgentNotFound],
  examples: [
    {
      title: "Discard the messages of one chat",
      input: { id: "main", chatId: "chat_0123456789abcdef01234567" },
    },
  ],
  resource: ({ id }) => id,
  async plan({ store }, { id, chatId }) {
    await findAgent(store, id);
    // The count is only for information: messages that arrive meanwhile are discarded too.
    const pending = await countPending(store.unchecked, id, chatId);
    const messages = pending + (await countReady(store.unchecked, id, chatId, LIMITS.turns));
    return { summary: `Discard ${messages} messages that ${id} has not answered`, messages };
  },
  async execute(ctx, _plan, { id, chatId }) {
    const ready = await discardReady(ctx, id, chatId, LIMITS.turns);
    const pending = await discardPending(ctx, id, chatId);
    return { messages: ready.messages + pending.messages, more: ready.isMore || pending.isMore };
  },
});

async function discardPending(ctx: CommandContext<typeof group>, id: string, chatId: string | undefined) {
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
  return { messages, isMore: (await findPendingTurns(ctx.store, id, chatId, 1)).length > 0 };
}
