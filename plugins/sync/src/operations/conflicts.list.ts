import { defineQuery, T } from "@postern/core";
import { listOf, within } from "@postern/core/paging";
import { conflicts } from "../collections.ts";
import { group } from "../group.ts";
import { summaryOf } from "../records/conflict.ts";
import { ConflictSummary, DomainId } from "../schemas.ts";

const Conflicts = listOf("conflicts", ConflictSummary);

export const conflictsList = defineQuery(group, {
  id: "sync.conflicts.list",
  summary: "List records that were changed on two gateways, the newest first",
  description: "One version was kept by the same rule on both; sync.conflicts.show tells what the other says.",
  input: T.Object({ domain: T.Optional(DomainId), ...Conflicts.fields }),
  output: Conflicts.output,
  examples: [{ title: "Those of tasks", input: { domain: "tasks" } }],
  run({ store }, { domain, ...page }) {
    const prefix = domain === undefined ? ["all"] : ["one", domain];
    return Conflicts.answer(
      page,
      within(store.unchecked, conflicts, { by: "byAge", prefix, reverse: true }),
      summaryOf,
    );
  },
});
