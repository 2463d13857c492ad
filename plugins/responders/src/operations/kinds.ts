import { defineQuery, T } from "@postern/core";
import { group } from "../group.ts";
import { showKind } from "../kinds.ts";
import { KindInfo } from "../schemas.ts";

export const kinds = defineQuery(group, {
  id: "responders.kinds",
  summary: "List the available kinds of responders",
  description:
    "`fields` lists the fields of responders of the kind, and `config` is the JSON Schema of its configuration.",
  input: T.Object({}),
  output: T.Object({ kinds: T.Array(KindInfo, { description: "The available kinds" }) }),
  examples: [{ title: "List all kinds", input: {} }],
  run: ({ state }) => ({ kinds: state.kinds.all().map(showKind) }),
});
