import { defineCommand, digestOf, T } from "@postern/core";
import { connections } from "../collections.ts";
import { calledOf, connectionOf, resourceOf, showConnection } from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { connectionUpdated } from "../events.ts";
import { group } from "../group.ts";
import { Connection, ConnectionText, Label, ProviderText, Scopes } from "../schemas.ts";

export const connectionsUpdate = defineCommand(group, {
  id: "credentials.connections.update",
  summary: "Change what is said of a connection: its label, or its scopes",
  input: T.Object({
    connection: ConnectionText,
    provider: ProviderText,
    label: T.Optional({ ...Label, description: "For people" }),
    scopes: T.Optional(Scopes),
  }),
  output: T.Object({ connection: Connection }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [{ title: "Another label", input: { connection: "main", provider: "github", label: "Our releases" } }],
  resource: resourceOf,
  async plan({ store }, named) {
    const { id, connection, provider } = await connectionOf(store, named);
    return { summary: `Change ${calledOf({ connection, provider })}`, connectionId: id };
  },
  async execute(ctx, { connectionId }, { label, scopes }) {
    const { store, now, emit } = ctx;
    const before = await connectionOf(store, { connection: connectionId });
    const same = { ...before, ...(label !== undefined && { label }), ...(scopes && { scopes }) };
    if (digestOf(same) === digestOf(before)) return { connection: await showConnection(ctx, before) };
    const record = { ...same, updatedAt: now };
    await store.put(connections, record);
    const connection = await showConnection(ctx, record);
    emit(connectionUpdated, { connection });
    return { connection };
  },
});
