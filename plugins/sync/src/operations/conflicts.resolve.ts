import { defineCommand, oneOf, T } from "@postern/core";
import type { RecordName } from "@postern/core/sync";
import { conflicts } from "../collections.ts";
import { conflictOf } from "../conflicts.ts";
import { ConflictNotFound, NotApplicable } from "../errors.ts";
import { conflictResolved } from "../events.ts";
import { group } from "../group.ts";
import { liveOf } from "../live.ts";
import { summaryOf } from "../records/conflict.ts";
import { ConflictSummary } from "../schemas.ts";

export const conflictsResolve = defineCommand(group, {
  id: "sync.conflicts.resolve",
  summary: "Decide which version of a record stays",
  description:
    "`winner` leaves the record as it is. `loser` makes it what the version that lost says, which is a change like any other: it goes to the other gateway.",
  scope: "sync:exchange",
  input: T.Object({ id: ConflictSummary.properties.id, keep: oneOf("winner", "loser") }),
  output: T.Object({ conflict: ConflictSummary, keep: T.String() }),
  errors: [ConflictNotFound, NotApplicable],
  examples: [{ title: "It is right as it is", input: { id: "conflict_0123456789abcdef01234567", keep: "winner" } }],
  async plan(ctx, { id, keep }) {
    const { domain, name, lost } = await conflictOf(ctx.store, id);
    if (keep === "loser" && !liveOf(ctx).domains.has(domain))
      throw NotApplicable({ id, reason: `the group ${domain} does not run here` });
    const record = `the ${name.join(" ")} of ${domain}`;
    const what = lost ? `Bring back the other version of ${record}` : `Remove ${record}`;
    return { summary: keep === "winner" ? `Leave ${record} as it is` : what };
  },
  async execute(ctx, _plan, { id, keep }) {
    const { store, emit } = ctx;
    const found = await conflictOf(store, id);
    if (keep === "loser") {
      try {
        await liveOf(ctx)
          .domains.get(found.domain)
          ?.apply(ctx, found.name as unknown as RecordName, found.lost);
      } catch (error) {
        throw NotApplicable({ id, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    await store.delete(conflicts, id);
    const conflict = summaryOf(found);
    emit(conflictResolved, { conflict, keep });
    return { conflict, keep };
  },
});
