import { type Caller, isGatewayError, keys, type Reads } from "@postern/core";
import { everyOf, filtered, type Source } from "@postern/core/paging";
import { ContextNotFound, KeyRetiring } from "./errors.ts";
import { isActive, type Stored } from "./standing.ts";

/** A key sees and manages its own context and all below it; one with `*`, every context. */
export async function findManaged(store: Reads, caller: Caller, id: string): Promise<Stored> {
  const context = await store.get(keys.contexts, id);
  const isSeen = context && (caller.isAdmin || [id, ...context.ancestors].includes(caller.contextId));
  if (!isSeen) throw ContextNotFound({ contextId: id });
  return context;
}

/** Refuses a key in its grace: whoever found the old key could otherwise end or outlive the new one. */
export function assertCurrent({ isRetiring, contextId }: Caller): void {
  if (isRetiring) throw KeyRetiring({ contextId });
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

/** The contexts that a caller manages and that pass `test`: its own, then those below it, oldest first. */
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

/** How many contexts end when this one does, itself counted; those that have ended already are not. */
export async function countActive(store: Reads, root: Stored, now: number): Promise<number> {
  if (!(await isActive(store, root, now))) return 0;
  let active = 1;
  const below = everyOf(store, keys.contexts, { by: "byAncestor", prefix: [root.id] });
  for await (const context of below) if (await isActive(store, context, now)) active++;
  return active;
}
