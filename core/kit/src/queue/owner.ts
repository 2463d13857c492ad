import { type Caller, type PluginContext, processCaller as process } from "@postern/core";
import type { Stored } from "./entry.ts";

/**
 * The context that an entry belongs to. Undefined for calls of this process itself: of a plugin or the embedding
 * program.
 */
export const ownerOf = (caller: Caller | undefined): string | undefined =>
  caller === undefined || isOurs(caller) ? undefined : caller.contextId;

const isOurs = ({ contextId, isAdmin }: Caller): boolean =>
  isAdmin && (contextId === process.contextId || contextId.startsWith("plugin_"));

/** The current caller of an entry's context. Undefined for the plugin itself. Throws if the context has ended. */
export async function callerFor({ owner }: Stored, host: Pick<PluginContext, "callerOf">): Promise<Caller | undefined> {
  if (owner === undefined) return undefined;
  const caller = await host.callerOf(owner);
  if (!caller) throw new Error(`The context ${owner}, which added this entry, has ended`);
  return caller;
}
