import { type Caller, keys, PROPOSE, type Transacting } from "@postern/core";
import { versionstamp } from "@postern/core/storage";
import { actingPrincipal } from "../access/creator.ts";
import type { CheckedAction } from "./check.ts";
import { ActionKeyEnded, ActionKeyRefused } from "./errors.ts";

/** The context as which an action is run. */
export interface ActionKey {
  readonly contextId: string;
  readonly scopes: string[];
}

/**
 * Stages a context that may only run these actions, derived from the creator's, so that it never has more rights and ends
 * with it. Nobody gets its key: the work uses `host.callerOf(contextId)`. `replaces` is the context of the actions that
 * these replace. Throws `gateway.action_key_ended` or `gateway.action_key_refused`.
 */
export async function issueActionKey(
  { store, now, id }: Pick<Transacting, "store" | "now" | "id">,
  creator: Caller,
  label: string,
  actions: readonly CheckedAction[],
  replaces?: string,
): Promise<ActionKey> {
  const { contextId, isRetiring } = creator;
  if (isRetiring)
    throw ActionKeyRefused({ contextId, reason: "the key of this call was replaced by a new one. Use that" });
  const parent = await store.get(keys.contexts, contextId);
  if (parent) {
    const chain = await keys.chainOf(store, contextId, now);
    if (!chain) throw ActionKeyEnded({ contextId });
    if (chain.contexts.length >= keys.MAX_CHAIN)
      throw ActionKeyRefused({ contextId, reason: `it is derived over ${keys.MAX_CHAIN} steps, which is the limit` });
  }
  const scopes = actions.flatMap((action) => rightsTo(action, creator, parent !== undefined));
  const { context } = await keys.issue(store, {
    ...{ id: id("ctx_"), label: label.slice(0, 200), scopes, parent, now },
    principal: await principalOf(store, creator, replaces),
  });
  return { contextId: context.id, scopes };
}

/** What an agent sets up is the agent's, with whose rights ever it does, also after it was changed. */
async function principalOf(store: Transacting["store"], creator: Caller, replaces: string | undefined) {
  const { agentId } = (replaces === undefined ? undefined : await store.get(keys.contexts, replaces)) ?? {};
  return actingPrincipal({ ...creator, agentId: creator.agentId ?? agentId });
}

/**
 * Stages other actions for the same context. A new context would have idempotency keys of its own, and what is delivered
 * again would be executed again. Throws `gateway.action_key_ended` if the context does not exist.
 */
export async function changeActionKey(
  { store }: Pick<Transacting, "store">,
  contextId: string,
  creator: Caller,
  actions: readonly CheckedAction[],
): Promise<void> {
  const context = await store.get(keys.contexts, contextId);
  if (!context) throw ActionKeyEnded({ contextId });
  const scopes = actions.flatMap((action) => rightsTo(action, creator, context.parentId !== undefined));
  await store.put(keys.contexts, { ...context, scopes });
  // Processes that have read the context read it again.
  store.write(keys.changed, versionstamp);
}

function rightsTo(
  { operation: { id, scope }, isProposal }: CheckedAction,
  creator: Caller,
  hasParent: boolean,
): string[] {
  const right = isProposal ? PROPOSE + id : id;
  // Without a stored context above it, only its own scopes keep the limits of its creator.
  if (hasParent) return [right];
  const reach = creator.reach(isProposal ? PROPOSE + scope : scope, id);
  return reach === "all" ? [right] : [...reach].map((resource) => `${right}@${resource}`);
}

/** Stages the end of the context of an action that was removed or changed. */
export const revokeActionKey = ({ store, now }: Pick<Transacting, "store" | "now">, contextId: string): Promise<void> =>
  keys.revoke(store, contextId, now);
