import { defineCollection, defineRecord, type Static, T } from "@postern/core";
import { BackendName, connectionMembers } from "./schemas.ts";

const ConnectionRecord = T.Object({
  ...connectionMembers,
  /** Whether this group wrote the secret and therefore also removes it. */
  isOurs: T.Boolean(),
  /** Created before hosts were stored: hosts of existing uses are added at each use, and no others. */
  isGathering: T.Optional(T.Boolean()),
  /** The context that created it. Absent in records from before creators were stored. */
  createdBy: T.Optional(T.String()),
});
export type ConnectionRecord = Static<typeof ConnectionRecord>;

export const connections = defineCollection("credentials.connection", {
  schema: ConnectionRecord,
  key: ({ id }) => [id],
  indexes: {
    byProvider: ({ provider, connection }) => [provider, connection],
    byName: ({ connection, provider }) => [connection, provider],
    byLabel: ({ label, id }) => [label, id],
    byStatus: ({ status, provider, connection }) => [status, provider, connection],
    byCreator: ({ createdBy, id }) => (createdBy === undefined ? undefined : [createdBy, id]),
    bySecret: ({ secretRef, id }) => [secretRef, id],
    /** Connections that do not work. */
    byProblem: ({ statusReason = "asked", id }) => (statusReason === "asked" ? undefined : [statusReason, id]),
  },
  unique: ["byProvider"],
});

/**
 * When a group last used a connection, at most once a minute. Stored apart, so that a use does not conflict with
 * readers of the connection.
 */
export const uses = defineCollection("credentials.use", {
  schema: T.Object({ connectionId: T.String(), group: T.String(), at: T.Integer() }),
  key: ({ connectionId, group }) => [connectionId, group],
});

/**
 * The name of the record with the current key for other groups' secrets. Without it, the next use creates a new key.
 */
export const CURRENT_KEY = "present";

/** The id of the vault's secret that is the key for other groups' secrets, and `host` if only that host has it. */
export const sealKeys = defineCollection("credentials.seal-key", {
  schema: T.Object({ name: T.String(), keyId: T.String(), host: T.Optional(T.String()) }),
  key: ({ name }) => [name],
});

/** A secret in a backend without a connection: its connection is not stored yet, or the secret is to be removed. */
const OrphanRecord = T.Object({
  secretRef: T.String(),
  backend: BackendName,
  /** The host that has it: only a gateway that finds the secret there may remove it. */
  host: T.Optional(T.String()),
  /** When it is to be removed, in Unix milliseconds. */
  dueAt: T.Integer(),
  /** Number of attempts to remove it. */
  attempts: T.Integer(),
});
export type OrphanRecord = Static<typeof OrphanRecord>;

export const orphans = defineCollection("credentials.loose", {
  schema: OrphanRecord,
  key: ({ secretRef }) => [secretRef],
  indexes: { byDue: ({ dueAt }) => [dueAt], byBackend: ({ backend, dueAt }) => [backend, dueAt] },
});

/** What is known about the vault in the store. Its keys are not: each host has its own copy. */
export interface StoreHead {
  /** Distinguishes its keys from those of other vaults of the same user. */
  readonly installation: string;
  /** The name of the key with which secrets are encrypted. */
  readonly key: string;
  /** A new key that not all hosts have yet, and the host that created it. Nothing is encrypted with it. */
  readonly next?: { readonly key: string; readonly host: string };
  /** Former keys with which secrets may still be encrypted. */
  readonly retired: readonly string[];
  /** The last keys that are not needed any more. Each host removes its copies. */
  readonly former: readonly string[];
  /** Whether the current key was not announced yet to groups that encrypt their own secrets. */
  readonly isNew?: true;
}

export const vaultHead = defineRecord<StoreHead>("credentials.vault");

/** A secret of the vault in the store, encrypted with the key of this name. */
export const sealedSecrets = defineCollection("credentials.sealed", {
  schema: T.Object({ id: T.String(), key: T.String(), text: T.String() }),
  key: ({ id }) => [id],
  indexes: { byKey: ({ key, id }) => [key, id] },
});

/** The keys of the vault in the store that a host has. */
const VaultHostRecord = T.Object({
  id: T.String(),
  host: T.String(),
  keys: T.Array(T.String()),
  /** When a gateway on it was last seen, in Unix milliseconds, with an accuracy of one hour. */
  seenAt: T.Integer(),
});
export type VaultHostRecord = Static<typeof VaultHostRecord>;

export const vaultHosts = defineCollection("credentials.vault-host", {
  schema: VaultHostRecord,
  key: ({ id }) => [id],
});
