import type { MutableRecords, Transacting } from "@postern/core";
import { agents, NEVER, pendingTurns, reschedulings } from "../collections.ts";
import { withDueTime } from "./due-time.ts";

const BATCH_SIZE = 100;

/** Schedules an update of the due times of all pending turns of an agent. `isHurried` makes them due immediately. */
export async function reschedule(store: MutableRecords, agentId: string, isHurried?: boolean): Promise<void> {
  const before = await store.get(reschedulings, agentId);
  // An update in progress restarts, because its earlier part used the old settings.
  await store.put(reschedulings, { agentId, ...((isHurried || before?.isHurried) && { isHurried: true }) });
}

/** Updates the due times of the next batch of pending turns, and returns whether there are more. */
export async function rescheduleBatch({ store, now }: Transacting, agentId: string): Promise<boolean> {
  const task = await store.get(reschedulings, agentId);
  const agent = task && (await store.get(agents, agentId));
  if (!task || !agent) return false;
  const { after, isHurried } = task;
  // Turns that are added meanwhile already use the current settings.
  const page = await store.unchecked.find(pendingTurns, {
    prefix: [agentId],
    limit: BATCH_SIZE,
    ...(after && { after }),
  });
  for (const { chatId } of page.items) {
    const pending = await store.get(pendingTurns, agentId, chatId);
    if (!pending) continue;
    await store.put(pendingTurns, withDueTime({ ...pending, ...(isHurried && { isHurried }) }, agent, now));
  }
  if (page.next !== undefined) await store.put(reschedulings, { ...task, after: page.next });
  else await store.delete(reschedulings, agentId);
  return page.next !== undefined;
}

/** After the clock was set back, updates a batch of turns with times in the future. Returns the cursor of the next batch. */
export async function rescheduleFuture(
  { store, now }: Transacting,
  after: string | undefined,
): Promise<string | undefined> {
  const later = { by: "byDue", from: [now + 1], to: [NEVER], limit: BATCH_SIZE } as const;
  const page = await store.unchecked.find(pendingTurns, { ...later, ...(after !== undefined && { after }) });
  for (const { agentId, chatId } of page.items) {
    const pending = await store.get(pendingTurns, agentId, chatId);
    const agent = pending && (await store.get(agents, agentId));
    if (agent && pending.lastAt > now) await store.put(pendingTurns, withDueTime(pending, agent, now));
  }
  return page.next;
}
