import { defineCollection, type Static, T } from "@postern/core";
import { BackendName, connectionMembers } from "./schemas.ts";

const ConnectionRecord = T.Object({
  ...connectionMembers,
  /** Whether this group wrote the secret and therefore also removes it. */
  isOurs: T.Boolean(),
  /** Created before hosts were stored: hosts of existing uses are added at each use, and no others. */
  isGathering: T.Optional(T.Boolean()),
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

/** The id of the vault's secret that is the key for other groups' secrets. */
export const sealKeys = defineCollection("credentials.seal-key", {
  schema: T.Object({ name: T.String(), keyId: T.String() }),
  key: ({ name }) => [name],
});

/** A secret in a backend without a connection: its connection is not stored yet, or the secret is to be removed. */
const OrphanRecord = T.Object({
  secretRef: T.String(),
  backend: BackendName,
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
