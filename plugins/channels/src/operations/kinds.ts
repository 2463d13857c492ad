import { defineQuery, T } from "@postern/core";
import { group } from "../group.ts";
import { showKind } from "../kinds.ts";
import { Kind } from "../schemas.ts";

export const kinds = defineQuery(group, {
  id: "channels.kinds",
  summary: "List the available kinds of adapters",
  description:
    "`fields` lists the fields of adapters of the kind, and `config` is the JSON Schema of its configuration.",
  input: T.Object({}),
  output: T.Object({
    kinds: T.Array(Kind, { description: "The available kinds" }),
  }),
  examples: [{ title: "List all kinds", input: {} }],
  run: ({ state }) => ({ kinds: state.kinds.all().map(showKind) }),
});
