import type { MutableRecords, Transacting } from "@postern/core";
import { agents, gatherings, NEVER, retimings } from "../collections.ts";
import { timed } from "./rule.ts";

const PORTION = 100;

/** Schedules an update of the due times of all pending turns of an agent. `isHurried` makes them due immediately. */
export async function retime(store: MutableRecords, agentId: string, isHurried?: boolean): Promise<void> {
  const before = await store.get(retimings, agentId);
  // An update in progress restarts, because its earlier part used the old settings.
  await store.put(retimings, { agentId, ...((isHurried || before?.isHurried) && { isHurried: true }) });
}

/** Updates the due times of the next batch of pending turns, and returns whether there are more. */
export async function retimePortion({ store, now }: Transacting, agentId: string): Promise<boolean> {
  const task = await store.get(retimings, agentId);
  const agent = task && (await store.get(agents, agentId));
  if (!task || !agent) return false;
  const { after, isHurried } = task;
  // Turns that are added meanwhile already use the current settings.
  const page = await store.unchecked.find(gatherings, { prefix: [agentId], limit: PORTION, ...(after && { after }) });
  for (const { chatId } of page.items) {
    const gathering = await store.get(gatherings, agentId, chatId);
    if (!gathering) continue;
    await store.put(gatherings, timed({ ...gathering, ...(isHurried && { isHurried }) }, agent, now));
  }
  if (page.next !== undefined) await store.put(retimings, { ...task, after: page.next });
  else await store.delete(retimings, agentId);
  return page.next !== undefined;
}

/** After the clock was set back, updates a batch of turns with times in the future. Returns the cursor of the next batch. */
export async function catchUp({ store, now }: Transacting, after: string | undefined): Promise<string | undefined> {
  const later = { by: "byDue", from: [now + 1], to: [NEVER], limit: PORTION } as const;
  const page = await store.unchecked.find(gatherings, { ...later, ...(after !== undefined && { after }) });
  for (const { agentId, chatId } of page.items) {
    const gathering = await store.get(gatherings, agentId, chatId);
    const agent = gathering && (await store.get(agents, agentId));
    if (agent && gathering.lastAt > now) await store.put(gatherings, timed(gathering, agent, now));
  }
  return page.next;
}
