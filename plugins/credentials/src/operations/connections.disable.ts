import { defineCommand, T } from "@postern/core";
import { connections } from "../collections.ts";
import { calledOf, connectionOf, resourceOf, showConnection } from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { connectionDisabled } from "../events.ts";
import { group } from "../group.ts";
import { Connection, ConnectionText, ProviderText } from "../schemas.ts";

export const connectionsDisable = defineCommand(group, {
  id: "credentials.connections.disable",
  summary: "Let nobody use a connection any more",
  description: "Its secret stays where it is. Whoever works with it is told, and stops. A disabled one stays as it is.",
  input: T.Object({ connection: ConnectionText, provider: ProviderText }),
  output: T.Object({ connection: Connection }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [{ title: "One connection", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  async plan(ctx, named) {
    const { id, usedBy, ...shown } = await showConnection(ctx, await connectionOf(ctx.store, named));
    return { summary: `Disable ${calledOf(shown)}`, connectionId: id, dependents: usedBy };
  },
  async execute(ctx, { connectionId }) {
    const { store, now, emit } = ctx;
    const before = await connectionOf(store, { connection: connectionId });
    if (before.status === "disabled") return { connection: await showConnection(ctx, before) };
    const record = { ...before, status: "disabled" as const, statusReason: "asked" as const, updatedAt: now };
    await store.put(connections, record);
    const connection = await showConnection(ctx, record);
    emit(connectionDisabled, { connection });
    return { connection };
  },
});
