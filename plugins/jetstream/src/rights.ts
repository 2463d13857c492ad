import { type Caller, callerOf, createCaller, keys, type Reads, type Records } from "@postern/core";
import { typeMatcher } from "@postern/core/cloudevents";

interface Created {
  readonly contextId: string;
  readonly isOwn?: boolean;
}

/** The caller who created a bridge or consumer, with its current rights; undefined if it or one above it has ended. */
export async function creatorOf(store: Reads, { contextId, isOwn }: Created, now: number): Promise<Caller | undefined> {
  return isOwn ? createCaller({ contextId, chain: [["*"]] }) : callerOf(store, contextId, now);
}

/** Whether the caller is the application that embeds the gateway, which has no key that could be revoked. */
export const isOwnCaller = async (store: Records, caller: Caller): Promise<boolean> =>
  caller.isAdmin && (await store.get(keys.contexts, caller.contextId)) === undefined;

/** Returns a function that checks whether an event type matches one of the globs. */
export function matcherOf(globs: readonly string[]): (type: string) => boolean {
  const matchers = globs.map(typeMatcher);
  return (type) => matchers.some((isWanted) => isWanted(type));
}

/**
 * Whether the caller may see and change what a context created: itself, its parent contexts and admins may, because a
 * bridge sends what its context may read, and a consumer does what its context may do.
 */
export async function mayAccess(store: Reads, caller: Caller, contextId: string): Promise<boolean> {
  if (caller.isAdmin || caller.contextId === contextId) return true;
  const context = await store.get(keys.contexts, contextId);
  return context?.ancestors.includes(caller.contextId) ?? false;
}
