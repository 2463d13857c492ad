import { type Caller, gatewayErrors, keys, processCaller, type Reads } from "@postern/core";
import { type PrincipalRecord, principals, type Stored } from "./collections.ts";
import { PrincipalNotFound } from "./errors.ts";
import type { Principal } from "./schemas.ts";

/** Contexts of one principal are counted up to this number. */
const MAX_COUNTED = 10_000;
const CREATED = "user:usr_";

/** Whether `context.principals.create` made a principal, which may have no contexts. */
export const isCreated = (id: string): boolean => id.startsWith(CREATED);

/** The first context of a principal. Its label is the name of a person who has no other. */
async function firstContext(store: Reads, id: string): Promise<Stored | undefined> {
  const { items } = await store.find(keys.contexts, { by: "byPrincipal", prefix: [id], limit: 1 });
  return items[0];
}

/** Whether a principal is known by this context. */
export const isFirst = async (store: Reads, { id, principal }: Stored): Promise<boolean> =>
  !isCreated(principal) && (await firstContext(store, principal))?.id === id;

/** The principal of which this is the first context. */
export async function principalOf(store: Reads, { principal: id, label, createdAt }: Stored): Promise<PrincipalRecord> {
  const agentId = keys.agentOf(id);
  const found = await store.get(principals, id);
  return found ?? { id, kind: agentId === undefined ? "person" : "agent", name: agentId ?? label, createdAt };
}

/** A principal. Everybody sees their own, administrators see all; others get 404. */
export async function findPrincipal(store: Reads, caller: Caller, id: string): Promise<PrincipalRecord> {
  if (!caller.isAdmin && caller.principal !== id) throw PrincipalNotFound({ id });
  const first = await firstContext(store, id);
  const found = first ? await principalOf(store, first) : await store.get(principals, id);
  if (!found) throw PrincipalNotFound({ id });
  return found;
}

/** The name of a principal. */
export async function nameOf(store: Reads, id: string): Promise<string> {
  if (id === processCaller.principal) return processCaller.label;
  const known = await store.get(principals, id);
  return known?.name ?? keys.agentOf(id) ?? (await firstContext(store, id))?.label ?? id;
}

/** Names decide whom approvers believe, so only administrators give them. */
export function assertAdmin({ isAdmin }: Caller): void {
  if (!isAdmin) throw gatewayErrors.Forbidden({ scope: "*" });
}

/** The number of contexts of a principal. */
export const countContexts = async (store: Reads, id: string): Promise<number> =>
  store.count(keys.contexts, { by: "byPrincipal", prefix: [id], limit: MAX_COUNTED });

/** A principal as returned to callers. */
export async function showPrincipal(store: Reads, principal: PrincipalRecord): Promise<Principal> {
  return { ...principal, contexts: await countContexts(store, principal.id) };
}
