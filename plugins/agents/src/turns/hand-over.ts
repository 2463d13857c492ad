import { setImmediate as turn } from "node:timers/promises";
import type { MutableRecords, Transacting } from "@postern/core";
import { everyOf } from "@postern/core/paging";
import { agents, type GatheredRecord, type GatheringRecord, gathered, gatherings, waiting } from "../collections.ts";
import { turnDiscarded, turnReady } from "../events.ts";
import { timed } from "./rule.ts";

/** Limits of a batch. A single message may exceed `bytes`. */
interface Most {
  readonly records: number;
  readonly bytes: number;
}

/** Limits of one turn. */
export const MOST_OF_TURN: Most = { records: 500, bytes: 2 ** 20 };

/** Records processed before yielding to the event loop. */
const PORTION = 25;

/** Delivers a pending turn if it is due. If several processes try, only one commit succeeds. */
export async function handOverDue(ctx: Transacting, agentId: string, chatId: string): Promise<void> {
  const { store, now } = ctx;
  const gathering = await store.get(gatherings, agentId, chatId);
  const agent = gathering && (await store.get(agents, agentId));
  if (!agent) return;
  const current = timed(gathering, agent, now);
  if (current.dueAt !== undefined && current.dueAt <= now) await handOver(ctx, gathering);
  else await store.put(gatherings, current);
}

/** Emits one turn. Messages beyond its limits stay pending and are due immediately. */
export async function handOver(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  gathering: GatheringRecord,
): Promise<{ messages: number; isMore: boolean }> {
  const { agentId, chatId } = gathering;
  const { taken, isMore } = await take(store, gathering, MOST_OF_TURN);
  const messages = taken.filter(({ isDeleted }) => !isDeleted).map(({ message }) => message);
  const { dueAt: _, ...rest } = gathering;
  await settle(store, gathering, messages.length, isMore && { ...rest, isHurried: true, dueAt: now });
  if (messages.length > 0) emit(turnReady, { agentId, chatId, messages });
  return { messages: messages.length, isMore };
}

/** Discards messages of a pending turn up to the limits in `most`, and returns the totals. */
export async function discard(
  { store, emit }: Pick<Transacting, "store" | "emit">,
  gathering: GatheringRecord,
  most: Most,
): Promise<{ messages: number; records: number; bytes: number }> {
  const { agentId, chatId } = gathering;
  const { taken, isMore } = await take(store, gathering, most);
  const messages = taken.filter(({ isDeleted }) => !isDeleted).length;
  await settle(store, gathering, messages, isMore && gathering);
  if (messages > 0) emit(turnDiscarded, { agentId, chatId, messages });
  return { messages, records: taken.length, bytes: taken.reduce((sum, { size }) => sum + size, 0) };
}

/** Removes the first messages of a pending turn, up to the limits in `most`. */
async function take(
  store: MutableRecords,
  { agentId, chatId }: GatheringRecord,
  most: Most,
): Promise<{ taken: GatheredRecord[]; isMore: boolean }> {
  const taken: GatheredRecord[] = [];
  let bytes = 0;
  let isMore = false;
  for await (const one of everyOf(store, gathered, { prefix: [agentId, chatId], portion: PORTION })) {
    bytes += one.size;
    isMore = taken.length > 0 && (taken.length === most.records || bytes > most.bytes);
    if (isMore) break;
    taken.push(one);
  }
  for (const [at, { number, place }] of taken.entries()) {
    if (at % PORTION === 0) await turn();
    await store.delete(gathered, agentId, chatId, number, place);
  }
  return { taken, isMore };
}

async function settle(
  store: MutableRecords,
  { agentId, chatId, messages }: GatheringRecord,
  gone: number,
  rest: GatheringRecord | false,
): Promise<void> {
  const left = rest ? messages - gone : 0;
  if (rest) await store.put(gatherings, { ...rest, messages: left });
  else await store.delete(gatherings, agentId, chatId);
  store.add(waiting, left - messages, agentId, "messages");
  if (!rest) store.add(waiting, -1, agentId, "chats");
}
