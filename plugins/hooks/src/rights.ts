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

/** Who a hook reads as, with the rights of this moment; undefined once its context, or one above it, has ended. */
export async function readerOf(host: Pick<PluginContext, "callerOf">, hook: HookRecord): Promise<Caller | undefined> {
  const { contextId, isOwn } = hook;
  return isOwn ? createCaller({ contextId, chain: [["*"]] }) : host.callerOf(contextId);
}

/** The types of events that globs ask for and somebody may see all of, as far as this gateway has them. */
export function seenBy(reader: Caller, { events }: Manifest, globs: readonly string[]): string[] {
  const isWanted = wantedBy(globs);
  return events.filter(({ type, scope }) => isWanted(type) && reader.allows(scope)).map(({ type }) => type);
}

/** Tells whether one of the globs asks for a type of event. */
export function wantedBy(globs: readonly string[]): (type: string) => boolean {
  const matchers = globs.map(typeMatcher);
  return (type) => matchers.some((isWanted) => isWanted(type));
}

/** Where a hook goes decides who learns what its context may read: so it is seen and changed by that context, those above it and admins. */
export async function assertMine(store: Reads, caller: Caller, { contextId }: HookRecord): Promise<void> {
  if (!(await isMine(store, caller, contextId))) throw HookNotYours({ contextId });
}

/** Whether what a context has made is the caller's to see and change. */
export async function isMine(store: Reads, caller: Caller, contextId: string): Promise<boolean> {
  if (caller.isAdmin || caller.contextId === contextId) return true;
  const context = await store.get(keys.contexts, contextId);
  return context?.ancestors.includes(caller.contextId) ?? false;
}

/** Whether a hook's context, and all above it, are alive. */
export async function isLive(store: Records, { contextId, isOwn }: HookRecord, now: number): Promise<boolean> {
  if (isOwn) return true;
  const context = await store.get(keys.contexts, contextId);
  if (!context) return false;
  const above = await Promise.all(context.ancestors.map((id) => store.get(keys.contexts, id)));
  return [context, ...above].every(
    (one) => one && one.revokedAt === undefined && (one.expiresAt ?? Number.POSITIVE_INFINITY) > now,
  );
}
