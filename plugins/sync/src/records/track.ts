import { digestOf, omitUndefined, type Transacting } from "@postern/core";
import type { RecordName, SyncDomain, Wire } from "@postern/kit/sync";
import { type TrackedRecord, tracked } from "../collections.ts";
import { recordChange } from "../site.ts";
import { updateSum } from "./sums.ts";
import { wireOf } from "./unknown.ts";
import { raised } from "./vector.ts";

/** Orders the changes within a commit. Commits are ordered by their numbers. */
let turns = 0;

/** Records the current version of a record as the newest change for other gateways. */
export async function recordVersion(
  ctx: Pick<Transacting, "store" | "number">,
  change: Pick<TrackedRecord, "domain" | "name" | "vector"> & {
    digest: string | undefined;
    extra?: Wire | undefined;
    from?: string | undefined;
  },
): Promise<void> {
  recordChange(ctx);
  const before = await ctx.store.get(tracked, change.domain, ...change.name);
  const sum = updateSum(ctx, change, before?.sum);
  await ctx.store.put(tracked, { ...omitUndefined(change), sum, number: ctx.number, turn: turns++ });
}

/**
 * Tracks a record that was changed here. A record whose digest is unchanged is skipped, so records that came from
 * another gateway are not sent back.
 */
export async function track(
  ctx: Pick<Transacting, "store" | "number">,
  { domain, site }: { domain: SyncDomain; site: string },
  name: RecordName,
): Promise<boolean> {
  const { store } = ctx;
  // Read before the record: a concurrent change either updates this entry or emits an event that follows.
  const known = await store.get(tracked, domain.id, ...name);
  // A later change emits a later event, so an unchecked read is enough.
  const wire = await wireOf(domain, store.unchecked, name, known?.extra);
  const digest = wire && digestOf(wire);
  if (digest === known?.digest) {
    if (known && known.sum === undefined) await store.put(tracked, { ...known, sum: updateSum(ctx, known) });
    return false;
  }
  const extra = wire && known?.extra;
  await recordVersion(ctx, {
    domain: domain.id,
    name: [...name],
    vector: raised(known?.vector ?? {}, site),
    digest,
    extra,
  });
  return true;
}
