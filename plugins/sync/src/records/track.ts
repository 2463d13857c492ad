import { digestOf, omitUndefined, type Transacting } from "@postern/core";
import type { RecordName, SyncDomain, Wire } from "@postern/core/sync";
import { type TrackedRecord, tracked } from "../collections.ts";
import { noteChange } from "../site.ts";
import { recount } from "./sums.ts";
import { wireOf } from "./unknown.ts";
import { raised } from "./vector.ts";

/** Orders the changes that one commit notes; the commit's number orders the rest. */
let turns = 0;

/** Notes what a record is now: it is the newest of the changes that others may take. */
export async function note(
  ctx: Pick<Transacting, "store" | "number">,
  said: Pick<TrackedRecord, "domain" | "name" | "vector"> & {
    digest: string | undefined;
    extra?: Wire | undefined;
    from?: string | undefined;
  },
): Promise<void> {
  noteChange(ctx);
  const before = await ctx.store.get(tracked, said.domain, ...said.name);
  const sum = recount(ctx, said, before?.sum);
  await ctx.store.put(tracked, { ...omitUndefined(said), sum, number: ctx.number, turn: turns++ });
}

/**
 * Notes a record that was changed here. One that is as it is known stays: what came from another gateway and was taken
 * in does not go out again.
 */
export async function track(
  ctx: Pick<Transacting, "store" | "number">,
  { domain, site }: { domain: SyncDomain; site: string },
  name: RecordName,
): Promise<boolean> {
  const { store } = ctx;
  // What is known first: who changes the record changes this too, or tells of it in an event that comes after.
  const known = await store.get(tracked, domain.id, ...name);
  // A later change is told of later, so nothing depends on this read.
  const wire = await wireOf(domain, store.unchecked, name, known?.extra);
  const digest = wire && digestOf(wire);
  if (digest === known?.digest) {
    if (known && known.sum === undefined) await store.put(tracked, { ...known, sum: recount(ctx, known) });
    return false;
  }
  const extra = wire && known?.extra;
  await note(ctx, { domain: domain.id, name: [...name], vector: raised(known?.vector ?? {}, site), digest, extra });
  return true;
}
