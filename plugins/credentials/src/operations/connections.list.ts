import { defineQuery, oneOf, T } from "@postern/core";
import { withDefault } from "@postern/kit/fields";
import { limitToGrants, listOf, within } from "@postern/kit/paging";
import { connections } from "../collections.ts";
import { showConnection } from "../connection.ts";
import { group } from "../group.ts";
import { Connection, Provider } from "../schemas.ts";

const Connections = listOf("connections", Connection, {
  connection: "plain",
  provider: "plain",
  status: "status",
  label: ["text", 1],
  backend: ["plain", 2],
  hosts: ["text", 3],
  lastUsedAt: ["ago", 1],
  id: ["id", 4],
  statusReason: ["plain", 2],
});

export const connectionsList = defineQuery(group, {
  id: "credentials.connections.list",
  summary: "List connections by provider and name",
  description: "Optionally filter by provider or status. Secrets are never shown.",
  input: T.Object({
    provider: T.Optional({ ...Provider, description: "Only connections of this provider" }),
    status: withDefault(
      { ...oneOf("active", "disabled", "all"), description: "Only connections with this status" },
      "all",
    ),
    ...Connections.fields,
  }),
  narrowed: true,
  output: Connections.output,
  examples: [
    {
      title: "Active connections and the groups that use them",
      input: { status: "active", fields: "provider,connection,usedBy" },
    },
  ],
  run(ctx, { provider, status, ...page }) {
    const below = provider === undefined ? [] : [provider];
    const place =
      status === "all"
        ? { by: "byProvider" as const, prefix: below }
        : { by: "byStatus" as const, prefix: [status, ...below] };
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and can skip an offset without
    // reading it.
    return Connections.answer(
      page,
      limitToGrants(
        within(ctx.store.unchecked, connections, place),
        ctx.caller,
        "credentials.connections.list",
        ({ id }) => id,
      ),
      (record) => showConnection(ctx, record),
    );
  },
});
