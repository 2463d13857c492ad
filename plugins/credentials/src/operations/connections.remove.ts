import { defineCommand, T } from "@postern/core";
import { connections, uses } from "../collections.ts";
import { connectionOf, describeConnection, resourceOf, resourcesOf, showConnection } from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { connectionRemoved } from "../events.ts";
import { group } from "../group.ts";
import { ConnectionText, ProviderText } from "../schemas.ts";
import { releaseSecret } from "../store-secret.ts";
import { assertOwn } from "../use.ts";

export const connectionsRemove = defineCommand(group, {
  id: "credentials.connections.remove",
  summary: "Remove a connection and, if Postern stored it, its secret",
  description: "A secret from `secretRef`, or used by another connection, is kept.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ connection: ConnectionText, provider: ProviderText }),
  output: T.Object({ removed: T.Boolean({ description: "Whether the connection was removed" }) }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [
    { title: "Show what would be removed and which groups use it", input: { connection: "main", provider: "github" } },
  ],
  resource: resourceOf,
  resources: resourcesOf,
  async plan(ctx, named) {
    const found = await connectionOf(ctx.store, named);
    assertOwn(ctx.caller, found);
    const { usedBy } = await showConnection(ctx, found);
    const { items } = await ctx.store.find(connections, { by: "bySecret", prefix: [found.secretRef], limit: 2 });
    const isLast = found.isOurs && items.length < 2;
    return {
      summary: `Remove ${describeConnection(found)} ${isLast ? "and its secret" : "and keep its secret"}`,
      connectionId: found.id,
      dependents: usedBy,
    };
  },
  async execute(ctx, { connectionId }) {
    const { store, emit } = ctx;
    const record = await connectionOf(store, { connection: connectionId });
    await releaseSecret(ctx, record);
    const { items } = await store.find(uses, { prefix: [connectionId] });
    for (const use of items) await store.delete(uses, connectionId, use.group);
    await store.delete(connections, connectionId);
    emit(connectionRemoved, { connectionId, connection: record.connection, provider: record.provider });
    return { removed: true };
  },
});
