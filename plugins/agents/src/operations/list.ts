import { defineQuery, T } from "@postern/core";
import { limitToGrants, listOf, within } from "@postern/core/paging";
import { showAgent } from "../agent.ts";
import { agents } from "../collections.ts";
import { group } from "../group.ts";
import { Agent } from "../schemas.ts";

const Agents = listOf("agents", Agent, {
  id: "id",
  name: "text",
  model: ["plain", 1],
  cwd: ["plain", 2],
  description: ["text", 3],
  archivedAt: ["ago", 4],
});

export const list = defineQuery(group, {
  id: "agents.list",
  summary: "List agents by id",
  description: "Entries have the fields of `agents.show` except `waiting`.",
  input: T.Object({
    model: T.Optional(T.String({ minLength: 1, maxLength: 128, description: "Only agents with this model" })),
    archived: T.Optional(T.Boolean({ description: "List archived agents instead of active ones" })),
    ...Agents.fields,
  }),
  narrowed: true,
  output: Agents.output,
  examples: [{ title: "List ids and models", input: { fields: "id,model" } }],
  run({ store, caller }, { model, archived = false, ...page }) {
    const standing = archived ? "archived" : "open";
    const place =
      model === undefined
        ? { by: "byStanding" as const, prefix: [standing] }
        : { by: "byModel" as const, prefix: [standing, model] };
    // A query reads one snapshot and commits nothing, so unchecked reads are exact, and an offset costs no reads.
    return Agents.answer(
      page,
      limitToGrants(within(store.unchecked, agents, place), caller, "agents.list", ({ id }) => id),
      showAgent,
    );
  },
});
