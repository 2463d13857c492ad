import { defineCollection, type Static, T } from "@postern/core";
import { BackendName, connectionMembers } from "./schemas.ts";

const ConnectionRecord = T.Object({
  ...connectionMembers,
  /** Whether the secret was written by this group, which then removes it too. */
  isOurs: T.Boolean(),
  /** Created before hosts were stored: the places that used it then add theirs as they use it, and no other can. */
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
  },
  unique: ["byProvider"],
});

/** When a group last used a connection, noted once a minute; apart from the connection, so that a use changes nothing that others read. */
export const uses = defineCollection("credentials.use", {
  schema: T.Object({ connectionId: T.String(), group: T.String(), at: T.Integer() }),
  key: ({ connectionId, group }) => [connectionId, group],
});

/** The name of the record of the key that other groups' secrets are encrypted with now. Gone where the next one makes another. */
export const PRESENT = "present";

/** Which secret of the vault is the key that other groups' secrets are encrypted with. */
export const sealKeys = defineCollection("credentials.seal-key", {
  schema: T.Object({ name: T.String(), keyId: T.String() }),
  key: ({ name }) => [name],
});

/** A secret in a backend that no connection is known to use: one whose connection is not stored yet, or one that is to be removed. */
const LooseRecord = T.Object({
  secretRef: T.String(),
  backend: BackendName,
  /** When somebody is to remove it. */
  dueAt: T.Integer(),
  /** How often that was begun. */
  attempts: T.Integer(),
});
export type LooseRecord = Static<typeof LooseRecord>;

export const loose = defineCollection("credentials.loose", {
  schema: LooseRecord,
  key: ({ secretRef }) => [secretRef],
  indexes: { byDue: ({ dueAt }) => [dueAt], byBackend: ({ backend, dueAt }) => [backend, dueAt] },
});
