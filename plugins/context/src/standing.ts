import { type Collection, keys, type Reads, type Records } from "@postern/core";
import type { Context } from "./schemas.ts";

/** A context as it is stored: `ancestors` are the ids of all above it, the topmost first. */
export type Stored = typeof keys.contexts extends Collection<infer T> ? T : never;

/** How a context stands. It ends with the first of those above it, of which its own record tells nothing. */
export async function standingOf(
  store: Reads,
  context: Stored,
  now: number,
): Promise<Pick<Context, "status" | "revokedAt">> {
  const above = await Promise.all(context.ancestors.map((id) => store.get(keys.contexts, id)));
  const chain = [context, ...above.filter((one) => one !== undefined)];
  const revokedAt = Math.min(...chain.map((one) => one.revokedAt ?? Number.POSITIVE_INFINITY));
  if (Number.isFinite(revokedAt)) return { status: "revoked", revokedAt };
  return { status: chain.some(({ expiresAt }) => expiresAt !== undefined && expiresAt <= now) ? "expired" : "active" };
}

export const isActive = async (store: Reads, context: Stored, now: number): Promise<boolean> =>
  (await standingOf(store, context, now)).status === "active";

/** A context as the interface shows it. */
export async function show(store: Records, context: Stored, now: number): Promise<Context> {
  // The last use is shown and decides nothing: a key in use must not make a command on its context run again.
  const use = await store.unchecked.get(keys.uses, context.id);
  const standing = await standingOf(store, context, now);
  return { ...keys.shown(context), ...standing, ...(use && { lastUsedAt: use.at }) };
}
