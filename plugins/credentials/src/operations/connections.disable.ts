import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { calledOf, connectionOf, resourceOf, setDisabled, showConnection } from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Connection, ConnectionText, ProviderText } from "../schemas.ts";

export const connectionsDisable = defineCommand(group, {
  id: "credentials.connections.disable",
  summary: "Let nobody use a connection any more",
  description: "Its secret stays where it is. Whoever works with it is told, and stops. A disabled one stays as it is.",
  input: T.Object({ connection: ConnectionText, provider: ProviderText }),
  output: T.Object({ connection: described(Connection, "The connection") }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [{ title: "One connection", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  async plan(ctx, named) {
    const { id, usedBy, ...shown } = await showConnection(ctx, await connectionOf(ctx.store, named));
    return { summary: `Disable ${calledOf(shown)}`, connectionId: id, dependents: usedBy };
  },
  execute: (ctx, { connectionId }) => setDisabled(ctx, connectionId, true),
});
