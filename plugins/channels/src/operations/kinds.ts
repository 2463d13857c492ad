import { defineQuery, T } from "@postern/core";
import { withColumns } from "@postern/core/paging";
import { group } from "../group.ts";
import { showKind } from "../kinds.ts";
import { Kind } from "../schemas.ts";

export const kinds = defineQuery(group, {
  id: "channels.kinds",
  summary: "List the available kinds of adapters",
  description:
    "`config` is the JSON Schema of an adapter's configuration, and `secret` says whether the kind needs a connection.",
  input: T.Object({}),
  output: T.Object({
    kinds: withColumns(T.Array(Kind, { description: "The available kinds" }), {
      id: "plain",
      title: "text",
      description: "text",
    }),
  }),
  examples: [{ title: "List all kinds", input: {} }],
  run: ({ state }) => ({ kinds: [...state.kinds.values()].map(showKind) }),
});
