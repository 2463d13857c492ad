import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { connectionOf, resourceOf, showConnection } from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Connection, ConnectionText, ProviderText } from "../schemas.ts";

export const connectionsShow = defineQuery(group, {
  id: "credentials.connections.show",
  summary: "Show a connection, and who used it of late; never its secret",
  description: "The answer never has the secret.",
  input: T.Object({ connection: ConnectionText, provider: ProviderText }),
  output: T.Object({ connection: described(Connection, "The connection") }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [{ title: "One connection", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  async run(ctx, named) {
    return { connection: await showConnection(ctx, await connectionOf(ctx.store, named)) };
  },
});
