import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { calledOf, connectionOf, resourceOf, setDisabled } from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Connection, ConnectionText, ProviderText } from "../schemas.ts";

export const connectionsEnable = defineCommand(group, {
  id: "credentials.connections.enable",
  summary: "Let a connection be used again",
  description: "An active one stays as it is.",
  input: T.Object({ connection: ConnectionText, provider: ProviderText }),
  output: T.Object({ connection: described(Connection, "The connection") }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [{ title: "One connection", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  async plan({ store }, named) {
    const { id, ...found } = await connectionOf(store, named);
    return { summary: `Enable ${calledOf(found)}`, connectionId: id };
  },
  execute: (ctx, { connectionId }) => setDisabled(ctx, connectionId, false),
});
