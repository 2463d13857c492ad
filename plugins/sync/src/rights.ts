import { type Caller, gatewayErrors, keys, type Reads } from "@postern/core";
import type { RecordName, SyncDomain } from "@postern/core/sync";
import type { LinkRecord } from "./collections.ts";
import { Fault } from "./exchange/fault.ts";
import type { SyncHost } from "./host.ts";

/** With whose rights records are exchanged; `"all"`: the installation's own. */
export type Rights = Caller | "all";

/** Refuses whoever may not read a group, which sends its records, or write it, which takes others' in. */
export function assertMayExchange(caller: Caller, domains: readonly string[]): void {
  for (const domain of domains)
    for (const scope of [`${domain}:read`, `${domain}:write`])
      if (!caller.allows(scope)) throw gatewayErrors.Forbidden({ scope });
}

/** The rights of a link are those of whoever made it, as they are now. */
export async function rightsOf(host: Pick<SyncHost, "callerOf">, link: LinkRecord): Promise<Rights> {
  // Links from before their maker was stored, and those of the process that runs the gateway, have all rights.
  if (link.contextId === undefined) return "all";
  const caller = await host.callerOf(link.contextId);
  if (!caller) throw new Fault("not_permitted", "the key that linked it was revoked or has expired; link it again");
  return caller.isAdmin ? "all" : caller;
}

/**
 * The rights of a peer are those of whoever gave it its key: the context above the key's own. A key that stands at the
 * top was issued by the installation itself.
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

/** The rights under which a record waits in the inbox: of a context, or all. */
export const holderOf = (rights: Rights): string => (rights === "all" ? "all" : rights.contextId);

/** What `holderOf` stands for at this moment. Throws where the context has ended. */
export async function rightsHeld({ callerOf }: Pick<SyncHost, "callerOf">, holder: string): Promise<Rights> {
  if (holder === "all") return "all";
  const caller = await callerOf(holder);
  if (!caller) throw new Fault("not_permitted", "the key that linked the gateways was revoked or has expired");
  return caller.isAdmin ? "all" : caller;
}

/** Whether records of a group may be sent (`read`), or taken in (`write`). */
export const mayExchange = (rights: Rights, domain: string, right: "read" | "write"): boolean =>
  rights === "all" || rights.allows(`${domain}:${right}`);

/** Whether one record may be: a group that has private records says whose they are. */
export async function mayTouch(rights: Rights, store: Reads, domain: SyncDomain, name: RecordName): Promise<boolean> {
  return rights === "all" || domain.visible === undefined || domain.visible({ store, caller: rights }, name);
}
