import type { MutableRecords, Transacting } from "@postern/core";
import { agents, gatherings, NEVER, retimings } from "../collections.ts";
import { timed } from "./rule.ts";

const PORTION = 100;

/** Has all that waits for an agent timed by its rule of then, soon and a portion at a time; `isHurried` makes it due. */
export async function retime(store: MutableRecords, agentId: string, isHurried?: boolean): Promise<void> {
  const before = await store.get(retimings, agentId);
  // One that is under way begins again: what it has passed was timed by another rule.
  await store.put(retimings, { agentId, ...((isHurried || before?.isHurried) && { isHurried: true }) });
}

/** Times the next portion of what waits for an agent; answers whether there is more. */
export async function retimePortion({ store, now }: Transacting, agentId: string): Promise<boolean> {
  const task = await store.get(retimings, agentId);
  const agent = task && (await store.get(agents, agentId));
  if (!task || !agent) return false;
  const { after, isHurried } = task;
  // What is gathered meanwhile is timed by the rule of now already.
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

/** Times a portion of what is due later than now, for the clock was set back; answers where the next one begins. */
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
