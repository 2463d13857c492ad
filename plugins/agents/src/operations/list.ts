import { defineQuery, T } from "@postern/core";
import { listOf, reached, within } from "@postern/core/paging";
import { showAgent } from "../agent.ts";
import { agents } from "../collections.ts";
import { group } from "../group.ts";
import { Agent } from "../schemas.ts";

const Agents = listOf("agents", Agent);

export const list = defineQuery(group, {
  id: "agents.list",
  summary: "List agents, in the order of their ids",
  description: "Each entry has the members that `agents.show` answers, without what waits for the agent.",
  input: T.Object({
    model: T.Optional(T.String({ minLength: 1, maxLength: 128, description: "Those with this model" })),
    archived: T.Optional(T.Boolean({ description: "The archived agents instead of the others" })),
    ...Agents.fields,
  }),
  narrowed: true,
  output: Agents.output,
  examples: [{ title: "Their ids and models", input: { fields: "id,model" } }],
  run({ store, caller }, { model, archived = false, ...page }) {
    const standing = archived ? "archived" : "open";
    const place =
      model === undefined
        ? { by: "byStanding" as const, prefix: [standing] }
        : { by: "byModel" as const, prefix: [standing, model] };
    // A query reads one moment and commits nothing, so a unchecked is exact, and skips an offset unread.
    return Agents.answer(
      page,
      reached(within(store.unchecked, agents, place), caller, "agents.list", ({ id }) => id),
      showAgent,
    );
  },
});
