import { type Caller, gatewayErrors, keys, type Reads } from "@postern/core";
import type { RecordName, SyncDomain } from "@postern/kit/sync";
import type { LinkRecord } from "./collections.ts";
import { Fault } from "./exchange/fault.ts";
import type { SyncHost } from "./host.ts";

/** The rights with which records are exchanged; `"all"` means those of the installation itself. */
export type Rights = Caller | "all";

/**
 * Throws unless the caller may read the groups, whose records are sent, and write them, as received records are
 * applied.
 */
export function assertMayExchange(caller: Caller, domains: readonly string[]): void {
  for (const domain of domains)
    for (const scope of [`${domain}:read`, `${domain}:write`])
      if (!caller.allows(scope)) throw gatewayErrors.Forbidden({ scope });
}

/** The rights of a link are the current rights of its creator. */
export async function rightsOf(host: Pick<SyncHost, "callerOf">, link: LinkRecord): Promise<Rights> {
  // Links without a stored creator, and those created by the gateway's own process, have all rights.
  if (link.contextId === undefined) return "all";
  const caller = await host.callerOf(link.contextId);
  if (!caller)
    throw new Fault(
      "not_permitted",
      "the key that created the link was revoked or has expired. Unlink the gateway and link it again",
    );
  return caller.isAdmin ? "all" : caller;
}

/**
 * The rights of a peer are those of the parent context of its key. A key without a parent was issued by the
 * installation itself and has all rights.
 */
export async function rightsGiven(
  { callerOf }: Pick<SyncHost, "callerOf">,
  store: Reads,
  caller: Caller,
): Promise<Rights> {
  if (caller.isAdmin) return "all";
  const { parentId } = (await store.get(keys.contexts, caller.contextId)) ?? {};
  if (parentId === undefined) return "all";
  const giver = await callerOf(parentId);
  if (!giver) throw gatewayErrors.Forbidden({ scope: "sync:exchange" });
  return giver.isAdmin ? "all" : giver;
}

/** The rights with which a record waits in the inbox: the id of a context, or "all". */
export const holderOf = (rights: Rights): string => (rights === "all" ? "all" : rights.contextId);

/** The current rights of a result of `holderOf`. Throws if the context has ended. */
export async function rightsHeld({ callerOf }: Pick<SyncHost, "callerOf">, holder: string): Promise<Rights> {
  if (holder === "all") return "all";
  const caller = await callerOf(holder);
  if (!caller) throw new Fault("not_permitted", "the key that created the link was revoked or has expired");
  return caller.isAdmin ? "all" : caller;
}

/** Whether records of a group may be sent (`read`) or applied (`write`). */
export const mayExchange = (rights: Rights, domain: string, right: "read" | "write"): boolean =>
  rights === "all" || rights.allows(`${domain}:${right}`);

/** Whether a single record may be exchanged. Groups with private records check who may see them. */
export async function mayTouch(rights: Rights, store: Reads, domain: SyncDomain, name: RecordName): Promise<boolean> {
  return rights === "all" || domain.visible === undefined || domain.visible({ store, caller: rights }, name);
}
