import type { Caller, PluginContext } from "@postern/core";
import { typeMatcher } from "@postern/core/cloudevents";
import { type ApprovalRecord, type IdentityRecord, policies } from "../collections.ts";
import type { group } from "../group.ts";
import { MAX_POLICIES } from "../policies/cache.ts";

type Host = Pick<PluginContext<typeof group>, "callerOf" | "manifest" | "services" | "store">;
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

/** Whether a caller can write messages in a chat or change its adapter, with its rights or because a policy allows it. */
async function writesIn(host: Host, caller: Caller, { chatId, instanceId }: Place): Promise<boolean> {
  const targets = { "chats:write": chatId, "channels:write": instanceId } as const;
  const commands = host.manifest.operations.flatMap(({ id, kind, scope }) => {
    const target = (targets as Readonly<Record<string, string>>)[scope];
    return kind === "command" && target !== undefined ? [{ id, scope, target }] : [];
  });
  const reaches = (scope: string, id: string, target: string) => {
    const reach = caller.reach(scope, id);
    return reach === "all" || reach.has(target);
  };
  if (commands.some(({ id, scope, target }) => reaches(scope, id, target))) return true;
  const proposable = commands.filter(({ id, scope, target }) => reaches(`propose:${scope}`, id, target));
  if (proposable.length === 0) return false;
  const { items } = await host.store.find(policies, { by: "byPosition", limit: MAX_POLICIES });
  const allowing = items
    .filter(({ enabled, action }) => enabled && action === "allow")
    .filter(({ match: { agents, contexts } }) => isAmong(agents, caller.agentId) && isAmong(contexts, caller.contextId))
    .map(({ match: { operations, resources } }) => ({ matchers: operations.map(typeMatcher), resources }));
  return proposable.some(({ id, target }) =>
    allowing.some(({ matchers, resources }) => isAmong(resources, target) && matchers.some((matches) => matches(id))),
  );
}

const isAmong = (names: readonly string[] | undefined, name: string | undefined): boolean =>
  names === undefined || (name !== undefined && names.includes(name));
