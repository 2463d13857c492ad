import type { Caller, PluginContext } from "@postern/core";
import type { ApprovalRecord, IdentityRecord } from "../collections.ts";
import type { group } from "../group.ts";

type Host = Pick<PluginContext<typeof group>, "callerOf" | "manifest" | "services" | "state" | "store">;
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
  if (isOwn) return "The requester can write in this chat.";
  const caller = await host.callerOf(requester.contextId);
  if (caller && (await writesIn(host, caller, place))) return "The requester can write in this chat.";
  return undefined;
}

/** The commands that write what people read in a chat, and those with which an adapter is made to receive it. */
const IN_CHATS = /^chats\.(messages|drafts)\./;
const IN_ADAPTERS = /^channels\.(adapters|messages|places)\./;

/** Whether a caller can write messages in a chat or change its adapter, with its rights or because a policy allows it. */
async function writesIn(host: Host, caller: Caller, { chatId, instanceId }: Place): Promise<boolean> {
  const commands = host.manifest.operations.flatMap(({ id, kind, scope }) => {
    const target = IN_CHATS.test(id) ? chatId : IN_ADAPTERS.test(id) ? instanceId : undefined;
    return kind === "command" && target !== undefined ? [{ id, scope, target }] : [];
  });
  const reaches = (scope: string, id: string, target: string) => {
    const reach = caller.reach(scope, id);
    return reach === "all" || reach.has(target);
  };
  if (commands.some(({ id, scope, target }) => reaches(scope, id, target))) return true;
  const proposable = commands.filter(({ id, scope, target }) => reaches(`propose:${scope}`, id, target));
  if (proposable.length === 0) return false;
  const policies = await host.state.policies.enabled(host.store);
  return proposable.some(({ id, target }) => policies.some((policy) => policy.mayAllow(id, target, caller)));
}
