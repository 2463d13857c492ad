import { defineEvent, oneOf, T } from "@postern/core";
import { Connection } from "./schemas.ts";

const connectionIs = (past: string) => ({
  summary: `A connection was ${past}`,
  data: T.Object({ connection: Connection }),
  subject: ({ connection }: { connection: { id: string } }) => connection.id,
});
const named = { connectionId: T.String(), connection: T.String(), provider: T.String() };
const subject = ({ connectionId }: { connectionId: string }) => connectionId;

export const connectionCreated = defineEvent("credentials.connection.created", connectionIs("made"));
export const connectionUpdated = defineEvent("credentials.connection.updated", connectionIs("changed"));
export const connectionEnabled = defineEvent("credentials.connection.enabled", connectionIs("enabled"));
export const connectionRotated = defineEvent("credentials.connection.rotated", connectionIs("given another secret"));

/** Whoever holds its secret, or a session that was opened with it, lets go of it. */
export const connectionDisabled = defineEvent("credentials.connection.disabled", connectionIs("disabled"));

export const connectionRemoved = defineEvent("credentials.connection.removed", {
  summary: "A connection was removed; whoever holds its secret lets go of it",
  data: T.Object(named),
  subject,
});

export const connectionUsed = defineEvent("credentials.connection.used", {
  summary: "The secret of a connection was handed to a group",
  data: T.Object({
    ...named,
    group: T.String({ description: "Who used it" }),
    purpose: T.String({ description: "What for" }),
  }),
  subject,
});

export const connectionChecked = defineEvent("credentials.connection.checked", {
  summary: "A provider was asked whether the secret of a connection works",
  data: T.Object({ ...named, ok: T.Boolean(), reason: T.Optional(T.String()) }),
  subject,
});

export const vaultRotated = defineEvent("credentials.vault.rotated", {
  summary: "The vault was given another key",
  data: T.Object({ secrets: T.Integer(), unreadable: T.Integer(), keyIn: oneOf("keychain", "file") }),
});
