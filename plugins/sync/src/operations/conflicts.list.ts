import { defineQuery, T } from "@postern/core";
import { listOf, namedSource, nameField, within } from "@postern/kit/paging";
import { conflicts } from "../collections.ts";
import { group } from "../group.ts";
import { summaryOf } from "../records/conflict.ts";
import { ConflictSummary, DomainId } from "../schemas.ts";

const Conflicts = listOf("conflicts", ConflictSummary, {
  id: "id",
  domain: "plain",
  name: "text",
  winner: "plain",
  loser: ["plain", 1],
  foundAt: "ago",
  site: ["id", 2],
});

export const conflictsList = defineQuery(group, {
  id: "sync.conflicts.list",
  summary: "List conflicts, newest first",
  description:
    "A conflict is a record that was changed on both gateways. Both kept the same version; sync.conflicts.show shows the other version.",
  input: T.Object({ name: nameField(), domain: T.Optional(DomainId), ...Conflicts.fields }),
  output: Conflicts.output,
  examples: [{ title: "Conflicts of tasks", input: { domain: "tasks" } }],
  run({ store }, { name, domain, ...page }) {
    const prefix = domain === undefined ? ["all"] : ["one", domain];
    return Conflicts.answer(
      page,
      name === undefined
        ? within(store.unchecked, conflicts, { by: "byAge", prefix, reverse: true })
        : namedSource(
            store.unchecked,
            conflicts,
            { name, idPrefix: "conflict_" },
            (conflict) => domain === undefined || conflict.domain === domain,
          ),
      summaryOf,
    );
  },
});
