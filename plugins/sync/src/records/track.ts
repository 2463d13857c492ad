import { digestOf, present, type Transacting } from "@postern/core";
import type { RecordName, SyncDomain } from "@postern/core/sync";
import { type TrackedRecord, tracked } from "../collections.ts";
import { noteChange } from "../site.ts";
import { raised } from "./vector.ts";

/** Orders the changes that one commit notes; the commit's number orders the rest. */
let turns = 0;

/** Notes what a record is now: it is the newest of the changes that others may take. */
export async function note(
  ctx: Pick<Transacting, "store" | "number">,
  said: Pick<TrackedRecord, "domain" | "name" | "vector"> & { digest: string | undefined; from?: string | undefined },
): Promise<void> {
  noteChange(ctx);
  await ctx.store.put(tracked, { ...present(said), number: ctx.number, turn: turns++ });
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
  const wire = await domain.read(store.glance, name);
  const digest = wire && digestOf(wire);
  if (digest === known?.digest) return false;
  await note(ctx, { domain: domain.id, name: [...name], vector: raised(known?.vector ?? {}, site), digest });
  return true;
}
