import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { connectionOf, describeConnection, resourceOf, resourcesOf, setDisabled, undoDisabled } from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Connection, ConnectionText, ProviderText } from "../schemas.ts";

export const connectionsEnable = defineCommand(group, {
  id: "credentials.connections.enable",
  summary: "Enable a connection",
  description: "If the connection is already active, nothing changes.",
  properties: ["lasting"],
  input: T.Object({ connection: ConnectionText, provider: ProviderText }),
  output: T.Object({ connection: described(Connection, "The connection") }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [{ title: "Enable a connection", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  resources: resourcesOf,
  async plan({ store }, named) {
    const { id, ...found } = await connectionOf(store, named);
    return { summary: `Enable ${describeConnection(found)}`, connectionId: id };
  },
  undo: ({ store }, { connectionId }) => undoDisabled(store, connectionId, false),
  execute: (ctx, { connectionId }) => setDisabled(ctx, connectionId, false),
});
