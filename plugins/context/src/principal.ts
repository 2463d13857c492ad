import { type Caller, gatewayErrors, keys, processCaller, type Reads } from "@postern/core";
import { PrincipalNotFound } from "./errors.ts";
import type { Principal } from "./schemas.ts";

/** Contexts of one principal are counted up to this number. */
const MAX_COUNTED = 10_000;

/** A principal. Everybody sees their own, administrators see all; others get 404. */
export async function findPrincipal(store: Reads, caller: Caller, id: string): Promise<keys.Principal> {
  const principal = caller.isAdmin || caller.principal === id ? await store.get(keys.principals, id) : undefined;
  if (!principal) throw PrincipalNotFound({ id });
  return principal;
}

/** The name of a principal. One without a record is named by its id. */
export async function nameOf(store: Reads, id: string): Promise<string> {
  if (id === processCaller.principal) return processCaller.label;
  return (await store.get(keys.principals, id))?.name ?? id;
}

/** Names decide whom approvers believe, so only administrators give them. */
export function assertAdmin({ isAdmin }: Caller): void {
  if (!isAdmin) throw gatewayErrors.Forbidden({ scope: "*" });
}

/** The number of contexts of a principal. */
export const countContexts = async (store: Reads, id: string): Promise<number> =>
  store.count(keys.contexts, { by: "byPrincipal", prefix: [id], limit: MAX_COUNTED });

/** A principal as returned to callers. */
export async function showPrincipal(store: Reads, principal: keys.Principal): Promise<Principal> {
  return { ...principal, contexts: await countContexts(store, principal.id) };
}
