import { type Caller, callerOf, createCaller, gatewayErrors, keys } from "@postern/core";
import type { Reads } from "@postern/core/storage";

/** The creator of a record that reads or acts with the creator's rights, such as a webhook or a rule. */
export interface Created {
  readonly contextId: string;
  /** Whether the application that embeds the gateway created it. */
  readonly isOwn?: boolean | undefined;
}

/** Whether the caller is the application that embeds the gateway, which has no key that could be revoked. */
export const isOwnCaller = async (store: Reads, caller: Caller): Promise<boolean> =>
  caller.isAdmin && (await store.get(keys.contexts, caller.contextId)) === undefined;

/** The creator with its current rights. Undefined if its context or a parent context has ended. */
export async function creatorOf(store: Reads, { contextId, isOwn }: Created, now: number): Promise<Caller | undefined> {
  return isOwn ? createCaller({ contextId, chain: [["*"]] }) : callerOf(store, contextId, now);
}

/** The creator of something that a caller changes, from which is withheld what is withheld from that caller. */
export const limitedBy = (creator: Caller, { withheld }: Pick<Caller, "withheld">): Caller =>
  withheld.length === 0 ? creator : createCaller({ ...creator, withheld });

/** To whom belongs what a caller sets up: to the agent, with whose rights ever it acts. */
export const actingPrincipal = ({ agentId, principal }: Pick<Caller, "agentId" | "principal">): string =>
  agentId === undefined ? principal : keys.agentPrincipal(agentId);

/**
 * Whether the caller may see and change the things a context created: itself, its parent contexts and admins may, because it
 * has the rights of its creator.
 */
export async function canAccessCreated(store: Reads, caller: Caller, contextId: string): Promise<boolean> {
  if (caller.isAdmin || caller.contextId === contextId) return true;
  const context = await store.get(keys.contexts, contextId);
  return context?.ancestors.includes(caller.contextId) ?? false;
}

/**
 * Refuses a caller who changes what runs with the rights of another context, without being above it: also one with a grant
 * that names the record. Such a grant is enough to see, run, disable and remove it.
 */
export async function assertMayDirect(store: Reads, caller: Caller, contextId: string): Promise<void> {
  if (!(await canAccessCreated(store, caller, contextId))) throw gatewayErrors.Forbidden({ scope: "*" });
}
