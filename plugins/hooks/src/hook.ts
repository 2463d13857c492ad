import type { Caller, Reads } from "@postern/core";
import { canAccessCreated } from "@postern/kit/access";
import { type HookRecord, hooks } from "./collections.ts";
import { HookNotFound } from "./errors.ts";
import type { Hook } from "./schemas.ts";

/**
 * Returns the hook. Throws 404, also if the caller may neither see nor change it: its URL receives what the context that
 * created it may read.
 */
export async function ownHookOf(store: Reads, caller: Caller, id: string): Promise<HookRecord> {
  const hook = await store.get(hooks, id);
  if (!hook || !(await canAccessCreated(store, caller, hook.contextId))) throw HookNotFound({ id });
  return hook;
}

/** A hook as callers see it. */
export function showHook({ since: _since, isOwn: _isOwn, ...hook }: HookRecord): Hook {
  return hook;
}

/** The host of a hook's URL, without the path and query, which may contain secrets. */
export const hostOf = ({ url }: { url: string }): string => new URL(url).host;
