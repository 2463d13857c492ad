import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { connectionOf, resourceOf, showConnection } from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Connection, ConnectionText, ProviderText } from "../schemas.ts";

export const connectionsShow = defineQuery(group, {
  id: "credentials.connections.show",
  summary: "Show a connection and the groups that used it recently",
  description: "The secret is never shown.",
  input: T.Object({ connection: ConnectionText, provider: ProviderText }),
  output: T.Object({ connection: described(Connection, "The connection") }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [{ title: "Show a connection", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  async run(ctx, named) {
    return { connection: await showConnection(ctx, await connectionOf(ctx.store, named)) };
  },
});
