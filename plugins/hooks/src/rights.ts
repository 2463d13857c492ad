import { type Caller, createCaller, type Host, keys, type Manifest, type Records } from "@postern/core";
import type { HookRecord } from "./collections.ts";
import { HookNotYours } from "./errors.ts";
import { fits } from "./glob.ts";

/** Who a hook reads as, with the rights of this moment; undefined once its context, or one above it, has ended. */
export async function readerOf(host: Pick<Host, "callerOf">, hook: HookRecord): Promise<Caller | undefined> {
  const { contextId, isOwn } = hook;
  return isOwn ? createCaller({ contextId, chain: [["*"]] }) : host.callerOf(contextId);
}

/** Whether somebody may see an event. One of a plugin that is no longer there needs what it most likely needed. */
export function mayRead(reader: Caller, { events }: Manifest, { type, subject }: { type: string; subject?: string }) {
  const scope = events.find((event) => event.type === type)?.scope ?? `${type.slice(0, type.indexOf("."))}:read`;
  return reader.allows(scope, subject);
}

/** The types of events that globs ask for and somebody may see all of, as far as this gateway has them. */
export const seenBy = (reader: Caller, { events }: Manifest, globs: readonly string[]): string[] =>
  events
    .filter(({ type, scope }) => globs.some((glob) => fits(glob, type)) && reader.allows(scope))
    .map(({ type }) => type);

/** Where a hook goes decides who learns what its context may read: so it is changed by that context, those above it and admins. */
export async function assertMine(store: Records, caller: Caller, { contextId }: HookRecord): Promise<void> {
  if (caller.isAdmin || caller.contextId === contextId) return;
  const context = await store.get(keys.contexts, contextId);
  if (!context?.ancestors.includes(caller.contextId)) throw HookNotYours({ contextId });
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
