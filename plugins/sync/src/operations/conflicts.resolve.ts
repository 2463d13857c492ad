import { defineCommand, oneOf, T, type Transacting } from "@postern/core";
import { described } from "@postern/kit/fields";
import type { RecordName, SyncDomain } from "@postern/kit/sync";
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
  summary: "Resolve a conflict",
  description:
    "`winner` keeps the current record. `loser` restores the losing version; this change is then sent to the other gateway.",
  scope: "sync:exchange",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({
    id: ConflictSummary.properties.id,
    keep: described(oneOf("winner", "loser"), "Which version to keep"),
  }),
  output: T.Object({
    conflict: described(ConflictSummary, "The conflict"),
    keep: T.String({ description: "Which version was kept" }),
  }),
  errors: [ConflictNotFound, NotApplicable],
  examples: [{ title: "Keep the current record", input: { id: "conflict_0123456789abcdef01234567", keep: "winner" } }],
  async plan(ctx, { id, keep }) {
    const { domain, name, lost } = await conflictOf(ctx.store, id);
    if (keep === "loser" && !ctx.state.domains.has(domain))
      throw NotApplicable({ id, reason: `the group "${domain}" is not enabled on this gateway` });
    const record = `${name.join(" ")} of ${domain}`;
    const what = lost ? `Restore the losing version of ${record}` : `Remove ${record}`;
    return { summary: keep === "winner" ? `Keep the current version of ${record}` : what };
  },
  async execute(ctx, _plan, { id, keep }) {
    const { store, emit } = ctx;
    const found = await conflictOf(store, id);
    const domain = ctx.state.domains.get(found.domain);
    if (keep === "loser" && domain) {
      try {
        await restoreLoser(ctx, domain, found);
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

/** Restores the losing version, including fields that only a newer version of the group knows. */
async function restoreLoser(ctx: Transacting, domain: SyncDomain, { name, lost }: ConflictRecord): Promise<void> {
  const { store } = ctx;
  const at = name as unknown as RecordName;
  const { known: ownPart, extra } = partsOf(domain, at, lost);
  await domain.apply(ctx, at, ownPart);
  const known = await store.get(tracked, domain.id, ...at);
  if (!known || !(extra ?? known.extra)) return;
  const { extra: _, ...rest } = known;
  await store.put(tracked, { ...rest, ...(extra && { extra }) });
  // The group emits no event for a change of these fields.
  await track(ctx, { domain, site: (await siteOf(store)) ?? "" }, at);
}
