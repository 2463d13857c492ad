import { keys, type Reads, type Records } from "@postern/core";
import type { Stored } from "./collections.ts";
import { nameOf } from "./principal.ts";
import type { Context } from "./schemas.ts";

/** The status of a context, which is not only in its own record: a context ends when an ancestor ends. */
export async function statusOf(
  store: Reads,
  context: Stored,
  now: number,
): Promise<Pick<Context, "status" | "revokedAt">> {
  const above = await Promise.all(context.ancestors.map((id) => store.get(keys.contexts, id)));
  const chain = [context, ...above.filter((ancestor) => ancestor !== undefined)];
  const revokedAt = Math.min(...chain.map((link) => link.revokedAt ?? Number.POSITIVE_INFINITY));
  if (Number.isFinite(revokedAt)) return { status: "revoked", revokedAt };
  return { status: chain.some(({ expiresAt }) => expiresAt !== undefined && expiresAt <= now) ? "expired" : "active" };
}

export const isActive = async (store: Reads, context: Stored, now: number): Promise<boolean> =>
  (await statusOf(store, context, now)).status === "active";

/** A context as returned to callers. */
export async function show(store: Records, context: Stored, now: number): Promise<Context> {
  // Read unchecked, so that a command on the context is not retried whenever one of its keys is used.
  const use = await store.unchecked.get(keys.uses, context.id);
  const status = await statusOf(store, context, now);
  const principalName = await nameOf(store.unchecked, context.principal);
  return { ...keys.shown(context), principalName, ...status, ...(use && { lastUsedAt: use.at }) };
}
