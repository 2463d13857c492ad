import { setImmediate as turn } from "node:timers/promises";
import type { MutableRecords, Transacting } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { openTurn } from "../claims/open-turn.ts";
import {
  agents,
  type PendingMessage,
  type PendingTurn,
  pendingCounts,
  pendingMessages,
  pendingTurns,
} from "../collections.ts";
import { turnDiscarded } from "../events.ts";
import { withDueTime } from "./due-time.ts";

/** Limits of a batch. A single message may exceed `bytes`. */
interface Limits {
  readonly records: number;
  readonly bytes: number;
}

/** Limits of one turn. */
export const TURN_LIMITS: Limits = { records: 500, bytes: 2 ** 20 };

/** Records processed before yielding to the event loop. */
const BATCH_SIZE = 25;

/** Delivers a pending turn if it is due. If several processes try, only one commit succeeds. */
export async function deliverIfDue(ctx: Transacting, agentId: string, chatId: string): Promise<void> {
  const { store, now } = ctx;
  const pending = await store.get(pendingTurns, agentId, chatId);
  const agent = pending && (await store.get(agents, agentId));
  if (!agent) return;
  const current = withDueTime(pending, agent, now);
  if (current.dueAt !== undefined && current.dueAt <= now) await deliver(ctx, pending);
  else await store.put(pendingTurns, current);
}

/** Emits one turn. Messages beyond its limits stay pending and are due immediately. */
export async function deliver(
  ctx: Pick<Transacting, "store" | "now" | "emit" | "id">,
  pending: PendingTurn,
): Promise<{ messages: number; isMore: boolean }> {
  const { store, now } = ctx;
  const { id, agentId, chatId, firstAt, lastAt } = pending;
  const { taken, isMore } = await takeMessages(store, pending, TURN_LIMITS);
  const messages = taken.filter(({ isDeleted }) => !isDeleted).map(({ message }) => message);
  const { dueAt: _, ...rest } = pending;
  const left = isMore && { ...rest, id: ctx.id("turn_"), isHurried: true, dueAt: now };
  await updateTotals(store, pending, messages.length, left);
  const [first] = taken;
  if (first && messages.length > 0) {
    const { number, place, cause } = first;
    const position = { number, place, ...(cause && { cause }) };
    await openTurn(ctx, { id, agentId, chatId, messages, firstAt, lastAt, ...position });
  }
  return { messages: messages.length, isMore };
}

/** Discards messages of a pending turn up to the limits in `most`, and returns the totals. */
export async function discard(
  { store, emit }: Pick<Transacting, "store" | "emit">,
  pending: PendingTurn,
  most: Limits,
): Promise<{ messages: number; records: number; bytes: number }> {
  const { id: turnId, agentId, chatId } = pending;
  const { taken, isMore } = await takeMessages(store, pending, most);
  const messages = taken.filter(({ isDeleted }) => !isDeleted).length;
  await updateTotals(store, pending, messages, isMore && pending);
  if (messages > 0) emit(turnDiscarded, { turnId, agentId, chatId, messages });
  return { messages, records: taken.length, bytes: taken.reduce((sum, { size }) => sum + size, 0) };
}

/** Removes the first messages of a pending turn, up to the limits in `most`. */
async function takeMessages(
  store: MutableRecords,
  { agentId, chatId }: PendingTurn,
  most: Limits,
): Promise<{ taken: PendingMessage[]; isMore: boolean }> {
  const taken: PendingMessage[] = [];
  let bytes = 0;
  let isMore = false;
  for await (const one of scanRecords(store, pendingMessages, { prefix: [agentId, chatId], portion: BATCH_SIZE })) {
    bytes += one.size;
    isMore = taken.length > 0 && (taken.length === most.records || bytes > most.bytes);
    if (isMore) break;
    taken.push(one);
  }
  for (const [at, { number, place }] of taken.entries()) {
    if (at % BATCH_SIZE === 0) await turn();
    await store.delete(pendingMessages, agentId, chatId, number, place);
  }
  return { taken, isMore };
}

async function updateTotals(
  store: MutableRecords,
  { agentId, chatId, messages }: PendingTurn,
  removed: number,
  rest: PendingTurn | false,
): Promise<void> {
  const left = rest ? messages - removed : 0;
  if (rest) await store.put(pendingTurns, { ...rest, messages: left });
  else await store.delete(pendingTurns, agentId, chatId);
  store.add(pendingCounts, left - messages, agentId, "messages");
  if (!rest) store.add(pendingCounts, -1, agentId, "chats");
}
