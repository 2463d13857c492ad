import { defineQuery, oneOf, T, withDefault } from "@postern/core";
import { listOf, reached, within } from "@postern/core/paging";
import { connections } from "../collections.ts";
import { showConnection } from "../connection.ts";
import { group } from "../group.ts";
import { Connection, Provider } from "../schemas.ts";

const Connections = listOf("connections", Connection);

export const connectionsList = defineQuery(group, {
  id: "credentials.connections.list",
  summary: "List connections, by provider and name",
  description: "Filter by provider or status. Secrets are never part of an answer.",
  input: T.Object({
    provider: T.Optional({ ...Provider, description: "Those of this provider" }),
    status: withDefault({ ...oneOf("active", "disabled", "all"), description: "Those that stand so" }, "all"),
    ...Connections.fields,
  }),
  narrowed: true,
  output: Connections.output,
  examples: [{ title: "What is at hand", input: { status: "active", fields: "provider,connection,usedBy" } }],
  run(ctx, { provider, status, ...page }) {
    const below = provider === undefined ? [] : [provider];
    const place =
      status === "all"
        ? { by: "byProvider" as const, prefix: below }
        : { by: "byStatus" as const, prefix: [status, ...below] };
    // A query reads one moment and commits nothing, so a unchecked is exact, and skips an offset unread.
    return Connections.answer(
      page,
      reached(
        within(ctx.store.unchecked, connections, place),
        ctx.caller,
        "credentials.connections.list",
        ({ id }) => id,
      ),
      (one) => showConnection(ctx, one),
    );
  },
});
