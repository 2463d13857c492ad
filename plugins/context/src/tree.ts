import { type Caller, gatewayErrors, isGatewayError, keys, type Reads } from "@postern/core";
import { filtered, type Source, scanRecords } from "@postern/kit/paging";
import type { Stored } from "./collections.ts";
import { ContextNotFound } from "./errors.ts";
import { isActive } from "./status.ts";

/** A key can manage its own context and its descendants; a key with `*` all contexts. */
export async function findManaged(store: Reads, caller: Caller, id: string): Promise<Stored> {
  const context = await store.get(keys.contexts, id);
  const isVisible = context && (caller.isAdmin || [id, ...context.ancestors].includes(caller.contextId));
  if (!isVisible) throw ContextNotFound({ contextId: id });
  return context;
}

/** Refuses a key in its grace period: otherwise someone with the old key could revoke or outlive the new one. */
export function assertCurrent({ isRetiring, contextId }: Caller): void {
  if (isRetiring) throw gatewayErrors.KeyRetiring({ contextId });
}

/** Whether a caller may see a context. */
export const isManaged = (store: Reads, caller: Caller, id: string): Promise<boolean> =>
  findManaged(store, caller, id).then(
    () => true,
    (error: unknown) => {
      if (isGatewayError(error)) return false;
      throw error;
    },
  );

/** The contexts that a caller can manage and that pass `test`: its own, then its descendants, oldest first. */
export function managedBy(store: Reads, caller: Caller, test: (context: Stored) => Promise<boolean>): Source<Stored> {
  if (caller.isAdmin) return filtered(store, keys.contexts, {}, test);
  const below = filtered(store, keys.contexts, { by: "byAncestor", prefix: [caller.contextId] }, test);
  return async (offset, limit) => {
    const own = await store.get(keys.contexts, caller.contextId);
    const first = own && (await test(own)) ? [own] : [];
    const shown = first.slice(offset, offset + limit);
    const rest = await below(Math.max(0, offset - first.length), limit - shown.length);
    return { ...rest, items: [...shown, ...rest.items], total: first.length + rest.total };
  };
}

/** The number of active contexts that are revoked with this one, including itself. */
export async function countActive(store: Reads, root: Stored, now: number): Promise<number> {
  if (!(await isActive(store, root, now))) return 0;
  let active = 1;
  const below = scanRecords(store, keys.contexts, { by: "byAncestor", prefix: [root.id] });
  for await (const context of below) if (await isActive(store, context, now)) active++;
  return active;
}
