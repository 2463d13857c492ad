import { defineQuery, T } from "@postern/core";
import { limitToGrants, listOf, namedSource, nameField, within } from "@postern/kit/paging";
import { showAgent } from "../agent.ts";
import { agents, archivedState } from "../collections.ts";
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
    name: nameField("name"),
    model: T.Optional(T.String({ minLength: 1, maxLength: 128, description: "Only agents with this model" })),
    archived: T.Optional(T.Boolean({ description: "List archived agents instead of active ones" })),
    ...Agents.fields,
  }),
  narrowed: true,
  output: Agents.output,
  examples: [{ title: "List ids and models", input: { fields: "id,model" } }],
  run({ store, caller }, { name, model, archived, ...page }) {
    const standing = archived ? "archived" : "open";
    const place =
      model === undefined
        ? { by: "byStanding" as const, prefix: [standing] }
        : { by: "byModel" as const, prefix: [standing, model] };
    // A query reads one snapshot and commits nothing, so unchecked reads are exact, and an offset costs no reads.
    const source =
      name === undefined
        ? within(store.unchecked, agents, place)
        : namedSource(
            store.unchecked,
            agents,
            { name, by: ["byName"] },
            (agent) =>
              (archived === undefined || archivedState(agent) === standing) &&
              (model === undefined || agent.model === model),
          );
    return Agents.answer(
      page,
      limitToGrants(source, caller, "agents.list", ({ id }) => id),
      showAgent,
    );
  },
});
