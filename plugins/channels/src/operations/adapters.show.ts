import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { currentAdapter, ownAdapterOf } from "../adapter.ts";
import { AdapterNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Adapter, AdapterId } from "../schemas.ts";

export const adaptersShow = defineQuery(group, {
  id: "channels.adapters.show",
  summary: "Show an adapter and its status",
  description:
    "`status` is the connection status last reported by the runner, and `reason` explains why an adapter is not connected.",
  input: T.Object({ id: AdapterId }),
  output: T.Object({ adapter: described(Adapter, "The adapter") }),
  errors: [AdapterNotFound],
  examples: [{ title: "Show an adapter", input: { id: "irc" } }],
  resource: ({ id }) => id,
  run: async (ctx, { id }) => ({
    adapter: await currentAdapter(ctx.store, await ownAdapterOf(ctx, id, "read"), ctx.now),
  }),
});
