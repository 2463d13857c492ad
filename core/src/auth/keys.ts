import { hash, randomBytes } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import type { Grant } from "../define/grant.ts";
import { omitUndefined } from "../define/omit-undefined.ts";
import { defineCollection, defineRecord, type MutableRecords, type Reads, versionstamp } from "../storage/index.ts";
import { agentOf, agentPrincipal } from "./principals.ts";

export { agentOf, agentPrincipal } from "./principals.ts";

/** The holder of keys, and what it may do. */
export const Context = Type.Object({
  id: Type.String({ pattern: "^ctx_[0-9a-f]{24}$" }),
  label: Type.String(),
  scopes: Type.Array(Type.String()),
  /** Who is behind it: `agent:<id>`, `user:<id of the first context>`, or the id of a person who was created. */
  principal: Type.String(),
  /** The agent, if the principal is one. */
  agentId: Type.Optional(Type.String()),
  parentId: Type.Optional(Type.String()),
  createdAt: Type.Number(),
  expiresAt: Type.Optional(Type.Number()),
  revokedAt: Type.Optional(Type.Number()),
  rotatedAt: Type.Optional(Type.Number()),
  /** When the keys from before the last rotation end. */
  graceUntil: Type.Optional(Type.Number()),
});
export type Context = Static<typeof Context>;

const Stored = Type.Object({ ...Context.properties, ancestors: Type.Array(Type.String()) });
type Stored = Static<typeof Stored>;

export const contexts = defineCollection("gateway.context", {
  schema: Stored,
  key: ({ id }) => [id],
  indexes: {
    byAncestor: ({ ancestors }) => ancestors.map((ancestor) => [ancestor]),
    // Contexts of data version 1 have no principal until their migration replaces them.
    byPrincipal: ({ principal }) => (principal ? [principal] : undefined),
  },
});

/** A stored key: its digest, never the key itself. */
export const keys = defineCollection("gateway.key", {
  schema: Type.Object({ digest: Type.String(), contextId: Type.String(), expiresAt: Type.Optional(Type.Number()) }),
  key: ({ digest }) => [digest],
  indexes: { byContext: ({ contextId }) => [contextId] },
});

/** Last use, separate from the context because it is written often and no right depends on it. */
export const uses = defineCollection("gateway.use", {
  schema: Type.Object({ contextId: Type.String(), at: Type.Number() }),
  key: ({ contextId }) => [contextId],
});

/** Written by every commit that changes a key, so that one read shows whether cached keys are still valid. */
export const changed = defineRecord<string>("gateway.keys-changed");

const TOKEN = /^rctx_[A-Za-z0-9_-]{43}$/;
/** The chain is read for each key that is not cached. */
export const MAX_CHAIN = 16;

export const isToken = (text: string): boolean => TOKEN.test(text);
const digestOf = (token: string): string => hash("sha256", token, "hex");

/** An active context with all contexts above it, nearest first, and the time at which the first of them expires. */
export interface Chain {
  readonly contexts: readonly [Context, ...Context[]];
  readonly until: number;
  /** Whether the key was rotated and is in its grace period. */
  readonly isRetiring?: boolean;
}

/**
 * Issues the first key of a new context. The token is only in this result. The context belongs to the principal of its
 * parent, unless another one or an agent is named; without a parent it is a principal of its own.
 */
export async function issue(
  store: MutableRecords,
  def: Pick<Context, "id" | "label" | "agentId" | "expiresAt"> & {
    scopes: readonly Grant[];
    principal?: string | undefined;
    parent?: Context | undefined;
    now: number;
  },
): Promise<{ context: Context; key: string }> {
  const { id, label, scopes, parent, expiresAt, now } = def;
  const above = parent && (await store.get(contexts, parent.id));
  const named = def.agentId === undefined ? def.principal : agentPrincipal(def.agentId);
  const principal = named ?? above?.principal ?? `user:${id}`;
  const who = { principal, agentId: agentOf(principal) };
  const own = { id, label, scopes: [...scopes], ...who, parentId: parent?.id, createdAt: now, expiresAt };
  const context: Context = omitUndefined(own);
  await store.put(contexts, { ...context, ancestors: above ? [...above.ancestors, above.id] : [] });
  return { context, key: await addKey(store, id) };
}

/** Issues a new key for a context. The old ones expire immediately, or after `grace` milliseconds. */
export async function rotate(store: MutableRecords, context: Stored, grace: number, now: number): Promise<string> {
  await store.put(contexts, { ...context, rotatedAt: now, graceUntil: now + grace });
  const { items } = await store.find(keys, { by: "byContext", prefix: [context.id] });
  for (const old of items) {
    if (grace === 0) await store.delete(keys, old.digest);
    else await store.put(keys, { ...old, expiresAt: Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, now + grace) });
  }
  return addKey(store, context.id);
}

/** Revokes a context. When the commit has completed, no process accepts its keys or those derived from it. */
export async function revoke(store: MutableRecords, id: string, now: number): Promise<void> {
  const context = await store.get(contexts, id);
  if (!context || context.revokedAt !== undefined) return;
  await store.put(contexts, { ...context, revokedAt: now });
  store.write(changed, versionstamp);
}

async function addKey(store: MutableRecords, contextId: string): Promise<string> {
  const token = `rctx_${randomBytes(32).toString("base64url")}`;
  await store.put(keys, { digest: digestOf(token), contextId });
  store.write(changed, versionstamp);
  return token;
}

/** The context of a token, if it and all contexts above it are active. */
export async function lookUp(store: Reads, token: string, now: number): Promise<Chain | undefined> {
  const key = await store.get(keys, digestOf(token));
  if (!key || ended(key, now)) return undefined;
  const chain = await chainOf(store, key.contextId, now);
  const isRetiring = key.expiresAt !== undefined;
  return chain && { ...chain, isRetiring, until: Math.min(chain.until, key.expiresAt ?? Number.POSITIVE_INFINITY) };
}

/** Why a token is refused: it, or a context above it, was revoked or has expired. Undefined if it is unknown. */
export async function endOf(store: Reads, token: string): Promise<"revoked" | "expired" | undefined> {
  const key = await store.get(keys, digestOf(token));
  const own = key && (await store.get(contexts, key.contextId));
  const all = own && (await Promise.all([own.id, ...own.ancestors].map((id) => store.get(contexts, id))));
  return all && (all.some((one) => one?.revokedAt !== undefined) ? "revoked" : "expired");
}

export async function chainOf(store: Reads, id: string, now: number): Promise<Chain | undefined> {
  const found: Stored[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (let next: string | undefined = id; next !== undefined; ) {
    const context: Stored | undefined = await store.get(contexts, next);
    if (!context || context.revokedAt !== undefined || ended(context, now) || found.length >= MAX_CHAIN)
      return undefined;
    until = Math.min(until, context.expiresAt ?? until);
    found.push(context);
    next = context.parentId;
  }
  const [first, ...above] = found;
  return first && { contexts: [first, ...above], until };
}

const ended = ({ expiresAt }: { expiresAt?: number }, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now;

/** A context as the API shows it. */
export const shown = ({ ancestors: _, ...context }: Stored): Context => context;
