import {
  type Caller,
  executing,
  type GatewayView,
  gatewayErrors,
  keys,
  type Operation,
  rightTo,
  suggest,
  type Transacting,
} from "@postern/core";
import { versionstamp } from "@postern/core/storage";
import { actingPrincipal } from "@postern/kit/access";
import { ContextEnded, ContextRefused } from "../errors.ts";

const PROPOSE = "propose:";

/** An operation that messages may call, and whether they only propose it. */
interface Allowed {
  readonly operation: Operation;
  readonly isProposal: boolean;
}

/** The operations with these ids. Throws for one that does not exist or that the creator may not call. */
export function allowedOperations(
  gateway: Pick<GatewayView, "operation" | "manifest">,
  creator: Caller,
  ids: readonly string[],
): Allowed[] {
  return ids.map((id) => {
    const operation = gateway.operation(id);
    if (!operation) {
      const known = gateway.manifest.operations.map((one) => one.id);
      throw gatewayErrors.UnknownOperation({ operation: id, nearest: suggest(id, known) });
    }
    const right = rightTo(operation, creator);
    if (right === undefined) throw gatewayErrors.Forbidden({ scope: operation.scope });
    return { operation, isProposal: right === "propose" };
  });
}

/**
 * Stages a context that may only call these operations, derived from the creator's, so that it never has more rights and
 * ends with it. Nobody gets its key: calls are made by its id.
 */
export async function issueContext(
  { store, now, id }: Pick<Transacting, "store" | "now" | "id">,
  creator: Caller,
  label: string,
  allowed: readonly Allowed[],
): Promise<string> {
  const { contextId, isRetiring } = creator;
  const principal = actingPrincipal(creator);
  if (isRetiring)
    throw ContextRefused({ contextId, reason: "the key of this call was replaced by a new one. Use that" });
  const parent = await store.get(keys.contexts, contextId);
  if (parent) {
    const chain = await keys.chainOf(store, contextId, now);
    if (!chain) throw ContextEnded({ contextId });
    if (chain.contexts.length >= keys.MAX_CHAIN)
      throw ContextRefused({ contextId, reason: `it is derived over ${keys.MAX_CHAIN} steps, which is the limit` });
  }
  const scopes = scopesFor(creator, allowed, parent !== undefined);
  const { context } = await keys.issue(store, {
    ...{ id: id("ctx_"), label: label.slice(0, 200), scopes, principal, parent, now },
  });
  return context.id;
}

/**
 * Stages other operations for the same context. A new context would have idempotency keys of its own, and messages that
 * are delivered again would be executed again.
 */
export async function changeContext(
  { store }: Pick<Transacting, "store">,
  contextId: string,
  creator: Caller,
  allowed: readonly Allowed[],
): Promise<void> {
  const context = await store.get(keys.contexts, contextId);
  if (!context) throw ContextEnded({ contextId });
  const scopes = scopesFor(creator, allowed, context.parentId !== undefined);
  await store.put(keys.contexts, { ...context, scopes });
  // Processes that have read the context read it again.
  store.write(keys.changed, versionstamp);
}

function scopesFor(creator: Caller, allowed: readonly Allowed[], hasParent: boolean): string[] {
  return allowed.flatMap(({ operation, isProposal }) => {
    const right = isProposal ? PROPOSE + operation.id : operation.id;
    if (hasParent) return [right];
    // Without a stored context above it, only its own scopes keep the limits of its creator.
    const scope = executing(right) === right ? operation.scope : PROPOSE + operation.scope;
    const reach = creator.reach(scope, operation.id);
    return reach === "all" ? [right] : [...reach].map((resource) => `${right}@${resource}`);
  });
}
