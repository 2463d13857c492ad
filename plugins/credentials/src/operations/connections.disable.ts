import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import {
  connectionOf,
  describeConnection,
  resourceOf,
  resourcesOf,
  setDisabled,
  showConnection,
  undoDisabled,
} from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Connection, ConnectionText, ProviderText } from "../schemas.ts";

export const connectionsDisable = defineCommand(group, {
  id: "credentials.connections.disable",
  summary: "Disable a connection",
  description:
    "Its secret is kept, and groups that use it are notified and stop. If it is already disabled, nothing changes.",
  refusesExecute: true,
  properties: ["restricts"],
  input: T.Object({ connection: ConnectionText, provider: ProviderText }),
  output: T.Object({ connection: described(Connection, "The connection") }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [{ title: "Disable a connection", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  resources: resourcesOf,
  async plan(ctx, named) {
    const { id, usedBy, ...shown } = await showConnection(ctx, await connectionOf(ctx.store, named));
    return { summary: `Disable ${describeConnection(shown)}`, connectionId: id, dependents: usedBy };
  },
  undo: ({ store }, { connectionId }) => undoDisabled(store, connectionId, true),
  execute: (ctx, { connectionId }) => setDisabled(ctx, connectionId, true),
});
