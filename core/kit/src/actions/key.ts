import { type Caller, executing, keys, PROPOSE, type Transacting } from "@postern/core";
import { actingPrincipal } from "../access/creator.ts";
import type { CheckedAction } from "./check.ts";
import { ActionKeyEnded, ActionKeyRefused } from "./errors.ts";

/** The context as which an action is run. */
export interface ActionKey {
  readonly contextId: string;
  readonly scopes: string[];
}

/**
 * Stages a context that may only run this action, derived from the creator's, so that it ends with it. Nobody gets its
 * key: the work uses `host.callerOf(contextId)`. `replaces` is the context of the action that this one replaces.
 */
export async function issueActionKey(
  { store, now, id }: Pick<Transacting, "store" | "now" | "id">,
  creator: Caller,
  label: string,
  { operation, isProposal }: CheckedAction,
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
  const right = isProposal ? PROPOSE + operation.id : operation.id;
  // Without a stored context above it, only its own scopes keep the limits of its creator.
  const scopes = parent ? [right] : limited(creator, operation, right);
  const { context } = await keys.issue(store, {
    id: id("ctx_"),
    label: label.slice(0, 200),
    scopes,
    principal: await principalOf(store, creator, replaces),
    parent,
    now,
  });
  return { contextId: context.id, scopes };
}

/** What an agent sets up is the agent's, with whose rights ever it does, also after it was changed. */
async function principalOf(store: Transacting["store"], creator: Caller, replaces: string | undefined) {
  const { agentId } = (replaces === undefined ? undefined : await store.get(keys.contexts, replaces)) ?? {};
  return actingPrincipal({ ...creator, agentId: creator.agentId ?? agentId });
}

function limited(creator: Caller, { id, scope }: CheckedAction["operation"], right: string): string[] {
  const reach = creator.reach(executing(right) === right ? scope : PROPOSE + scope, id);
  return reach === "all" ? [right] : [...reach].map((resource) => `${right}@${resource}`);
}

/** Stages the end of the context of an action that was removed or changed. */
export const revokeActionKey = ({ store, now }: Pick<Transacting, "store" | "now">, contextId: string): Promise<void> =>
  keys.revoke(store, contextId, now);
