import { type Caller, callerOf, keys, type Reads } from "@postern/core";
import { assertMayDirect, canAccess, limitedBy } from "@postern/kit/access";
import { type ScheduleRecord, schedules } from "./collections.ts";
import { CreatorEnded } from "./errors.ts";

/** The contexts that see what a caller creates: its own, and those above it, which could have created it too. */
export async function viewersOf(store: Reads, { contextId }: Caller): Promise<string[]> {
  const context = await store.get(keys.contexts, contextId);
  return [contextId, ...(context?.ancestors ?? [])];
}

type Known = Pick<ScheduleRecord, "id" | "viewers">;

/**
 * Whether a caller may see or change a schedule: its creator, a context above it, an admin, or a key to which an admin
 * gave a grant that names it.
 */
export const mayAccess = (caller: Caller, { id, viewers }: Known, right: "read" | "write"): boolean =>
  viewers.includes(caller.contextId) || canAccess(caller, `schedules:${right}`, { id });

export interface Viewer {
  readonly caller: Caller;
  readonly store: Reads;
}

/** Whether a caller may see what a schedule left, also when it was removed: then it is known by its creator. */
export async function isVisible({ caller, store }: Viewer, id: string, createdBy: string): Promise<boolean> {
  if (caller.isAdmin || caller.contextId === createdBy) return true;
  const record = await store.get(schedules, id);
  if (record) return mayAccess(caller, record, "read");
  return (await store.get(keys.contexts, createdBy))?.ancestors.includes(caller.contextId) ?? false;
}

/**
 * The creator, for a caller who changes what the schedule runs with its rights. A grant for one schedule is not enough: it
 * would lend those rights.
 */
export async function directorOf(ctx: Parameters<typeof creatorOf>[0], record: ScheduleRecord): Promise<Caller> {
  await assertMayDirect(ctx.store, ctx.caller, record.createdBy);
  return creatorOf(ctx, record);
}

/**
 * The caller with whose rights the action of a schedule is checked and run: always its creator, whoever changes it, so
 * that no schedule gets more rights than it was created with. The process itself has no context that could be read.
 */
async function creatorOf(
  { store, caller, now }: { store: Reads; caller: Caller; now: number },
  { id, createdBy }: Pick<ScheduleRecord, "id" | "createdBy">,
): Promise<Caller> {
  if (caller.contextId === createdBy) return caller;
  const isStored = (await store.get(keys.contexts, createdBy)) !== undefined;
  if (!isStored && caller.isAdmin) return caller;
  const creator = await callerOf(store, createdBy, now);
  if (!creator) throw CreatorEnded({ id, createdBy });
  return limitedBy(creator, caller);
}
