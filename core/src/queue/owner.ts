import { type Caller, owner as process } from "../define/caller.ts";
import type { PluginContext } from "../define/host.ts";
import type { Stored } from "./entry.ts";

/** The context that an entry belongs to; undefined where this process itself asks, as a plugin or the program around it. */
export const ownerOf = (caller: Caller | undefined): string | undefined =>
  caller === undefined || isOurs(caller) ? undefined : caller.contextId;

const isOurs = ({ contextId, isAdmin }: Caller): boolean =>
  isAdmin && (contextId === process.contextId || contextId.startsWith("plugin_"));

/** Who calls for an entry, with the rights of this moment; undefined for the plugin itself. Throws once its context has ended. */
export async function callerFor({ owner }: Stored, host: Pick<PluginContext, "callerOf">): Promise<Caller | undefined> {
  if (owner === undefined) return undefined;
  const caller = await host.callerOf(owner);
  if (!caller) throw new Error(`The context ${owner}, which asked for this, has ended`);
  return caller;
}
