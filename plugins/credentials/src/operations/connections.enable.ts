import { defineCommand, T } from "@postern/core";
import { connections } from "../collections.ts";
import { calledOf, connectionOf, resourceOf, showConnection } from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { connectionEnabled } from "../events.ts";
import { group } from "../group.ts";
import { Connection, ConnectionText, ProviderText } from "../schemas.ts";

export const connectionsEnable = defineCommand(group, {
  id: "credentials.connections.enable",
  summary: "Let a connection be used again",
  description: "An active one stays as it is.",
  input: T.Object({ connection: ConnectionText, provider: ProviderText }),
  output: T.Object({ connection: Connection }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [{ title: "One connection", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  async plan({ store }, named) {
    const { id, ...found } = await connectionOf(store, named);
    return { summary: `Enable ${calledOf(found)}`, connectionId: id };
  },
  async execute(ctx, { connectionId }) {
    const { store, now, emit } = ctx;
    const before = await connectionOf(store, { connection: connectionId });
    if (before.status === "active") return { connection: await showConnection(ctx, before) };
    const { statusReason: _asked, ...rest } = before;
    const record = { ...rest, status: "active" as const, updatedAt: now };
    await store.put(connections, record);
    const connection = await showConnection(ctx, record);
    emit(connectionEnabled, { connection });
    return { connection };
  },
});
