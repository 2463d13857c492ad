import {
  type Caller,
  createCaller,
  keys,
  type Manifest,
  type PluginContext,
  type Reads,
  type Records,
} from "@postern/core";
import { typeMatcher } from "@postern/core/cloudevents";
import type { HookRecord } from "./collections.ts";
import { HookNotYours } from "./errors.ts";

/**
 * The caller as which a hook reads, with its current rights; undefined if its context or a parent context has ended.
 */
export async function readerOf(host: Pick<PluginContext, "callerOf">, hook: HookRecord): Promise<Caller | undefined> {
  const { contextId, isOwn } = hook;
  return isOwn ? createCaller({ contextId, chain: [["*"]] }) : host.callerOf(contextId);
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
 * A hook's URL receives what its context may read, so only that context, its parents and admins may see and change the
 * hook.
 */
export async function assertMayAccess(store: Reads, caller: Caller, { contextId }: HookRecord): Promise<void> {
  if (!(await mayAccess(store, caller, contextId))) throw HookNotYours({ contextId });
}

/** Whether the caller may see and change what a context created. */
export async function mayAccess(store: Reads, caller: Caller, contextId: string): Promise<boolean> {
  if (caller.isAdmin || caller.contextId === contextId) return true;
  const context = await store.get(keys.contexts, contextId);
  return context?.ancestors.includes(caller.contextId) ?? false;
}

/** Whether a hook's context and all its parents are neither revoked nor expired. */
export async function isActive(store: Records, { contextId, isOwn }: HookRecord, now: number): Promise<boolean> {
  if (isOwn) return true;
  const context = await store.get(keys.contexts, contextId);
  if (!context) return false;
  const above = await Promise.all(context.ancestors.map((id) => store.get(keys.contexts, id)));
  return [context, ...above].every(
    (found) => found && found.revokedAt === undefined && (found.expiresAt ?? Number.POSITIVE_INFINITY) > now,
  );
}
