import { defineCommand, T } from "@postern/core";
import { connections, uses } from "../collections.ts";
import { calledOf, connectionOf, resourceOf, showConnection } from "../connection.ts";
import { ConnectionAmbiguous, ConnectionNotFound } from "../errors.ts";
import { connectionRemoved } from "../events.ts";
import { group } from "../group.ts";
import { ConnectionText, ProviderText } from "../schemas.ts";
import { letGo } from "../stash.ts";

export const connectionsRemove = defineCommand(group, {
  id: "credentials.connections.remove",
  summary: "Remove a connection, and its secret if that was given here",
  description: "What a secretRef named stays where it is, and so does a secret that another connection uses.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ connection: ConnectionText, provider: ProviderText }),
  output: T.Object({ removed: T.Boolean({ description: "How many were removed" }) }),
  errors: [ConnectionNotFound, ConnectionAmbiguous],
  examples: [{ title: "What would be gone, and who uses it", input: { connection: "main", provider: "github" } }],
  resource: resourceOf,
  async plan(ctx, named) {
    const found = await connectionOf(ctx.store, named);
    const { usedBy } = await showConnection(ctx, found);
    const { items } = await ctx.store.find(connections, { by: "bySecret", prefix: [found.secretRef], limit: 2 });
    const isLast = found.isOurs && items.length < 2;
    return {
      summary: `Remove ${calledOf(found)}${isLast ? ", and its secret" : "; its secret stays where it is"}`,
      connectionId: found.id,
      dependents: usedBy,
    };
  },
  async execute(ctx, { connectionId }) {
    const { store, emit } = ctx;
    const record = await connectionOf(store, { connection: connectionId });
    await letGo(ctx, record);
    const { items } = await store.find(uses, { prefix: [connectionId] });
    for (const use of items) await store.delete(uses, connectionId, use.group);
    await store.delete(connections, connectionId);
    emit(connectionRemoved, { connectionId, connection: record.connection, provider: record.provider });
    return { removed: true };
  },
});
