import { type Caller, callerOf, keys, type Reads } from "@postern/core";
import { assertMayDirect, limitedBy } from "@postern/kit/access";
import type { ResponderRecord } from "./collections.ts";
import { CreatorEnded } from "./errors.ts";

interface Asking {
  readonly store: Reads;
  readonly caller: Caller;
  readonly now: number;
}

/** The context that created a responder. Those of earlier versions have only the one derived from it, or an owner. */
async function creatingContext(store: Reads, { createdBy, contextId, ownerId }: ResponderRecord) {
  if (createdBy !== undefined) return createdBy;
  const own = contextId === undefined ? undefined : await store.get(keys.contexts, contextId);
  return own?.parentId ?? ownerId?.match(/^user:(ctx_.+)$/)?.[1];
}

/**
 * The caller with whose rights a responder is checked and acts: always its creator, whoever changes it, so that its owner
 * never controls rights that another person has given it.
 */
export async function creatorOf({ store, caller, now }: Asking, record: ResponderRecord): Promise<Caller> {
  const contextId = await creatingContext(store, record);
  // The application that embeds the gateway has no context.
  if (contextId === undefined || contextId === caller.contextId) return caller;
  const isStored = (await store.get(keys.contexts, contextId)) !== undefined;
  if (!isStored && caller.isAdmin) return caller;
  const creator = await callerOf(store, contextId, now);
  if (!creator) throw CreatorEnded({ responder: record.id, contextId });
  return limitedBy(creator, caller);
}

/** Refuses other keys of its owner that its creator was not derived from: they would get the rights of the creator. */
export async function assertMayChange({ store, caller }: Asking, record: ResponderRecord): Promise<void> {
  const contextId = await creatingContext(store, record);
  if (contextId === undefined || caller.principal !== record.ownerId) return;
  await assertMayDirect(store, caller, contextId);
}

/**
 * The creator, for a caller who changes what the responder does with its rights. A grant for one responder is not enough: it
 * would lend those rights.
 */
export async function directorOf(ctx: Asking, record: ResponderRecord): Promise<Caller> {
  const contextId = await creatingContext(ctx.store, record);
  if (contextId !== undefined) await assertMayDirect(ctx.store, ctx.caller, contextId);
  return creatorOf(ctx, record);
}

/** Whether the context that created a responder, or one above it, has ended: then it answers no more turns. */
export async function hasEnded(store: Reads, record: ResponderRecord, now: number): Promise<boolean> {
  const contextId = await creatingContext(store, record);
  if (contextId === undefined || !(await store.get(keys.contexts, contextId))) return false;
  return (await callerOf(store, contextId, now)) === undefined;
}
