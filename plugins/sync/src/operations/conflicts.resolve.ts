import { defineCommand, oneOf, T, type Transacting } from "@postern/core";
import { described } from "@postern/core/fields";
import type { RecordName, SyncDomain } from "@postern/core/sync";
import { type ConflictRecord, conflicts, tracked } from "../collections.ts";
import { conflictOf } from "../conflicts.ts";
import { ConflictNotFound, NotApplicable } from "../errors.ts";
import { conflictResolved } from "../events.ts";
import { group } from "../group.ts";
import { summaryOf } from "../records/conflict.ts";
import { track } from "../records/track.ts";
import { partsOf } from "../records/unknown.ts";
import { ConflictSummary } from "../schemas.ts";
import { siteOf } from "../site.ts";

export const conflictsResolve = defineCommand(group, {
  id: "sync.conflicts.resolve",
  summary: "Decide which version of a record stays",
  description:
    "`winner` leaves the record as it is. `loser` makes it what the version that lost says, which is a change like any other: it goes to the other gateway.",
  scope: "sync:exchange",
  input: T.Object({
    id: ConflictSummary.properties.id,
    keep: described(oneOf("winner", "loser"), "Which of the two records is kept"),
  }),
  output: T.Object({
    conflict: described(ConflictSummary, "The conflict"),
    keep: T.String({ description: "Which of the two records is kept" }),
  }),
  errors: [ConflictNotFound, NotApplicable],
  examples: [{ title: "It is right as it is", input: { id: "conflict_0123456789abcdef01234567", keep: "winner" } }],
  async plan(ctx, { id, keep }) {
    const { domain, name, lost } = await conflictOf(ctx.store, id);
    if (keep === "loser" && !ctx.state.domains.has(domain))
      throw NotApplicable({ id, reason: `the group ${domain} does not run here` });
    const record = `the ${name.join(" ")} of ${domain}`;
    const what = lost ? `Bring back the other version of ${record}` : `Remove ${record}`;
    return { summary: keep === "winner" ? `Leave ${record} as it is` : what };
  },
  async execute(ctx, _plan, { id, keep }) {
    const { store, emit } = ctx;
    const found = await conflictOf(store, id);
    const domain = ctx.state.domains.get(found.domain);
    if (keep === "loser" && domain) {
      try {
        await bringBack(ctx, domain, found);
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

/** Makes the record what the version says that lost, with the members of it that only a newer version knows. */
async function bringBack(ctx: Transacting, domain: SyncDomain, { name, lost }: ConflictRecord): Promise<void> {
  const { store } = ctx;
  const at = name as unknown as RecordName;
  const { known: ownPart, extra } = partsOf(domain, at, lost);
  await domain.apply(ctx, at, ownPart);
  const known = await store.get(tracked, domain.id, ...at);
  if (!known || !(extra ?? known.extra)) return;
  const { extra: _, ...rest } = known;
  await store.put(tracked, { ...rest, ...(extra && { extra }) });
  // No event of the group says that these have changed.
  await track(ctx, { domain, site: (await siteOf(store)) ?? "" }, at);
}
