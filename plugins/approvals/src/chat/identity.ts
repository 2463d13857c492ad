import { type Caller, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { canAccessCreated } from "@postern/kit/access";
import { type IdentityRecord, identities } from "../collections.ts";
import { IdentityNotFound } from "../errors.ts";
import { identityRemoved } from "../events.ts";
import type { Identity } from "./schemas.ts";

/** An identity as callers see it. */
export const showIdentity = ({ code: _, wrong: __, lineage: ___, ...identity }: IdentityRecord): Identity => identity;

/** The identity. Throws 404, also if it has expired or the caller may not see it. */
export async function findIdentity(store: Reads, caller: Caller, id: string, now: number): Promise<IdentityRecord> {
  const record = await store.get(identities, id);
  if (!record || isExpired(record, now) || !(await canAccessCreated(store, caller, record.contextId)))
    throw IdentityNotFound({ id });
  return record;
}

/** An offer, or an answer to it, ends at its time, even if nobody has noted it yet. */
export const isExpired = ({ expiresAt }: Pick<Identity, "expiresAt">, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now;

/** Stores a changed identity and returns it. Members that are undefined are removed. */
export async function changeIdentity(
  { store }: Pick<Transacting, "store">,
  before: IdentityRecord,
  changes: { readonly [K in keyof IdentityRecord]?: IdentityRecord[K] | undefined },
): Promise<IdentityRecord> {
  const record = omitUndefined({ ...before, ...changes }) as IdentityRecord;
  await store.put(identities, record);
  return record;
}

/** Removes an identity. Its codes are never found again, and are forgotten at their time. */
export async function endIdentity(
  { store, emit }: Pick<Transacting, "store" | "emit">,
  record: IdentityRecord,
  reason: "removed" | "expired" | "wrong_codes",
): Promise<void> {
  await store.delete(identities, record.id);
  emit(identityRemoved, { identity: showIdentity(record), reason });
}
