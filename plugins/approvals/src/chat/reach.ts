import { type Caller, keys, type PluginContext } from "@postern/core";
import type { ApprovalRecord, IdentityRecord } from "../collections.ts";
import type { group } from "../group.ts";

type Host = Pick<PluginContext<typeof group>, "callerOf" | "manifest" | "services" | "state" | "store">;
/** How many keys of a principal are looked at. */
const MAX_KEYS = 1_000;

type Place = Pick<IdentityRecord, "chatId" | "instanceId">;

/**
 * Why an approval is neither shown nor decided in a chat: whoever proposed it could write there, and so make people
 * believe what it likes, or control the adapter, and so write as anybody. Undefined if nothing is in the way.
 */
export async function obstacleIn(
  host: Host,
  { requester, isOwn }: Pick<ApprovalRecord, "requester" | "isOwn">,
  place: Place,
): Promise<string | undefined> {
  const chat = await host.services.chats?.chat(place.chatId);
  if (!chat) return "This chat no longer exists.";
  if (chat.agentId !== undefined) return `The agent "${chat.agentId}" answers in this chat.`;
  const writes = isOwn || (await anyOf(host, await keysOf(host, requester), place));
  return writes ? "The requester can write in this chat." : undefined;
}

/** Whether only one person reads a chat, beside the gateway. */
export const isDirectIn = async ({ services }: Host, { chatId }: Pick<Place, "chatId">): Promise<boolean> =>
  (await services.chats?.chat(chatId))?.kind === "dm";

/** The contexts of the principal that proposed: one key proposes, another could write. */
async function keysOf(
  { store }: Host,
  { contextId, principal }: ApprovalRecord["requester"],
): Promise<readonly string[]> {
  if (principal === undefined) return [contextId];
  const { items } = await store.find(keys.contexts, { by: "byPrincipal", prefix: [principal], limit: MAX_KEYS });
  return [contextId, ...items.map(({ id }) => id)];
}

/** Whether one of these contexts can write in a chat. A key with all rights could execute the command itself. */
async function anyOf(host: Host, contextIds: readonly string[], place: Place): Promise<boolean> {
  for (const contextId of new Set(contextIds)) {
    const caller = await host.callerOf(contextId);
    if (!caller || (caller.isAdmin && caller.agentId === undefined && contextId !== contextIds[0])) continue;
    if (await writesIn(host, caller, place)) return true;
  }
  return false;
}

/**
 * Whether a caller can write messages in a chat or change its adapter, with its rights or because a policy allows it. A
 * grant that is limited to a resource names the chat or the adapter.
 */
async function writesIn(host: Host, caller: Caller, { chatId, instanceId }: Place): Promise<boolean> {
  const commands = host.manifest.operations.filter(({ properties }) => properties.includes("posts"));
  const reaches = (scope: string, id: string) => {
    const reach = caller.reach(scope, id);
    return reach === "all" || reach.has(chatId) || reach.has(instanceId);
  };
  if (commands.some(({ id, scope }) => reaches(scope, id))) return true;
  const proposable = commands.filter(({ id, scope }) => reaches(`propose:${scope}`, id));
  if (proposable.length === 0) return false;
  const policies = await host.state.policies.enabled(host.store);
  const mayAllow = (id: string, resource: string) => policies.some((policy) => policy.mayAllow(id, resource, caller));
  return proposable.some(({ id }) => mayAllow(id, chatId) || mayAllow(id, instanceId));
}
