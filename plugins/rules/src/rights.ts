import { type Caller, callerOf, createCaller, keys, type Manifest, type Reads } from "@postern/core";
import { typeMatcher } from "@postern/core/cloudevents";
import type { RuleRecord } from "./collections.ts";

/**
 * The caller as which a rule reads, with its current rights; undefined if its context or a parent context has ended.
 */
export function readerOf(
  store: Reads,
  { contextId, isOwn }: Pick<RuleRecord, "contextId" | "isOwn">,
  now: number,
): Promise<Caller | undefined> {
  if (isOwn) return Promise.resolve(createCaller({ contextId, chain: [["*"]] }));
  return callerOf(store, contextId, now);
}

/** The event types of this gateway that match one of the globs and that the caller may fully read. */
export function readableTypes(caller: Caller, { events }: Manifest, globs: readonly string[]): string[] {
  const isWanted = matcherOf(globs);
  return events.filter(({ type, scope }) => isWanted(type) && caller.allows(scope)).map(({ type }) => type);
}

/** Returns a function that checks whether an event type matches one of the globs. */
export function matcherOf(globs: readonly string[]): (type: string) => boolean {
  const matchers = globs.map(typeMatcher);
  return (type) => matchers.some((isWanted) => isWanted(type));
}

/**
 * Whether the caller may see and change what a context created: itself, its parent contexts and admins may, because a
 * rule does what its context may do.
 */
export async function mayAccess(store: Reads, caller: Caller, contextId: string): Promise<boolean> {
  if (caller.isAdmin || caller.contextId === contextId) return true;
  const context = await store.get(keys.contexts, contextId);
  return context?.ancestors.includes(caller.contextId) ?? false;
}
