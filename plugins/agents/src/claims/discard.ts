import type { Reads, Transacting } from "@postern/core";
import { type TurnRecord, turns } from "../collections.ts";
import { discardTurn } from "./close.ts";

/** The ready turns of an agent, for one chat or all, up to a limit. */
async function readyTurns(store: Reads, agentId: string, chatId: string | undefined, limit: number) {
  const place =
    chatId === undefined
      ? { by: "byView" as const, prefix: ["agent+status", agentId, "ready"] }
      : { by: "byLane" as const, prefix: [agentId, chatId, 1] };
  return (await store.find(turns, { ...place, limit })).items;
}

/** Number of messages in ready turns, of which at most `limit` are counted. */
export async function countReady(store: Reads, agentId: string, chatId: string | undefined, limit: number) {
  return messagesIn(await readyTurns(store, agentId, chatId, limit));
}

/** Discards ready turns of an agent, up to a limit. */
export async function discardReady(
  ctx: Pick<Transacting, "store" | "now" | "emit">,
  agentId: string,
  chatId: string | undefined,
  limit: number,
): Promise<{ messages: number; isMore: boolean }> {
  const found = await readyTurns(ctx.store, agentId, chatId, limit + 1);
  const ended = found.slice(0, limit);
  for (const { id } of ended) {
    // Closing one turn changes the next one of its chat.
    const turn = await ctx.store.get(turns, id);
    if (turn) await discardTurn(ctx, turn);
  }
  return { messages: messagesIn(ended), isMore: found.length > limit };
}

const messagesIn = (found: readonly TurnRecord[]): number => found.reduce((sum, { messages }) => sum + messages, 0);
