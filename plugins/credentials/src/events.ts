import { defineEvent, oneOf, T } from "@postern/core";
import { Connection } from "./schemas.ts";

const connectionIs = (past: string) => ({
  summary: `A connection was ${past}`,
  data: T.Object({ connection: Connection }),
  subject: ({ connection }: { connection: { id: string } }) => connection.id,
});
const named = { connectionId: T.String(), connection: T.String(), provider: T.String() };
const subject = ({ connectionId }: { connectionId: string }) => connectionId;

export const connectionCreated = defineEvent("credentials.connection.created", connectionIs("created"));
export const connectionUpdated = defineEvent("credentials.connection.updated", connectionIs("updated"));
export const connectionEnabled = defineEvent("credentials.connection.enabled", connectionIs("enabled"));
export const connectionRotated = defineEvent("credentials.connection.rotated", connectionIs("rotated"));

/** Groups that hold its secret, or a session opened with it, must drop it. */
export const connectionDisabled = defineEvent("credentials.connection.disabled", connectionIs("disabled"));

export const connectionRemoved = defineEvent("credentials.connection.removed", {
  summary: "A connection was removed; groups that hold its secret must drop it",
  data: T.Object(named),
  subject,
});

export const connectionUsed = defineEvent("credentials.connection.used", {
  summary: "The secret of a connection was used by a group",
  data: T.Object({
    ...named,
    group: T.String({ description: "Name of the group that used it" }),
    purpose: T.String({ description: "Purpose of the use" }),
  }),
  subject,
});

export const connectionChecked = defineEvent("credentials.connection.checked", {
  summary: "The secret of a connection was checked with its provider",
  data: T.Object({ ...named, ok: T.Boolean(), reason: T.Optional(T.String()) }),
  subject,
});

export const vaultRotated = defineEvent("credentials.vault.rotated", {
  summary: "The key of the vault was rotated",
  data: T.Object({ secrets: T.Integer(), unreadable: T.Integer(), keyIn: oneOf("keychain", "file") }),
});
