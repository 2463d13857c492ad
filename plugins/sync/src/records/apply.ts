import { digestOf, type Transacting } from "@postern/core";
import type { SyncDomain } from "@postern/kit/sync";
import { tracked } from "../collections.ts";
import { mayExchange, mayTouch, type Rights } from "../rights.ts";
import type { Parcel } from "../schemas.ts";
import { keepLoser } from "./conflict.ts";
import { recordVersion } from "./track.ts";
import { partsOf, wireOf } from "./unknown.ts";
import { assertCredible, compared, merged, raised } from "./vector.ts";
import { wins } from "./winner.ts";

/** Applies a record with the rights of the link's creator or the peer, which a link does not extend. */
export async function applyAs(
  rights: Rights,
  ctx: Transacting,
  where: { domain: SyncDomain; site: string },
  parcel: Omit<Parcel, "domain">,
  from: string,
): Promise<"applied" | "skipped"> {
  const { domain } = where;
  const name = parcel.name as unknown as Named;
  const assertWritable = async () => {
    const isWritable = mayExchange(rights, domain.id, "write") && (await mayTouch(rights, ctx.store, domain, name));
    if (!isWritable) throw new Error(`The owner of the link may not write this record of ${domain.id}`);
  };
  await assertWritable();
  const who = rights === "all" ? undefined : { store: ctx.store, caller: rights };
  if (who && (await domain.permits?.(who, name, parcel.wire)) === false)
    throw new Error(`The owner of the link may not make this change to a record of ${domain.id}`);
  const done = await take(ctx, where, parcel, from);
  // Checked again afterwards, so that a record cannot be given to another owner.
  await assertWritable();
  return done;
}

type Named = readonly [string, ...string[]];

/**
 * Applies a record of another gateway in the caller's transaction, if that gateway has more changes. If both changed
 * it, one version is kept and the other is stored as a conflict. Passes on errors of the domain's `apply`.
 */
async function take(
  ctx: Transacting,
  { domain, site }: { domain: SyncDomain; site: string },
  { name, vector, wire }: Omit<Parcel, "domain">,
  from: string,
): Promise<"applied" | "skipped"> {
  const { store } = ctx;
  const at = name as unknown as Named;
  const known = await store.get(tracked, domain.id, ...name);
  assertCredible(known?.vector ?? {}, vector);
  const here = await wireOf(domain, store, at, known?.extra);
  const ours = { wire: here, digest: here && digestOf(here) };
  const theirs = { wire, digest: wire && digestOf(wire) };
  // A local change that is not tracked yet counts as tracked.
  const own = ours.digest === known?.digest ? (known?.vector ?? {}) : raised(known?.vector ?? {}, site);
  const order = compared(own, vector);
  const isAlike = ours.digest === theirs.digest;
  if (order === "after" || (order === "equal" && isAlike)) return "skipped";
  const isNewer = order === "before";
  const isTaken = isNewer || wins(theirs, ours);
  const change = { domain: domain.id, name, vector: merged(own, vector) };
  if (isAlike) {
    await recordVersion(ctx, { ...change, digest: ours.digest, extra: known?.extra, from: isNewer ? from : undefined });
    return "skipped";
  }
  if (!isNewer) {
    const kept = isTaken ? "there" : "here";
    await keepLoser(ctx, { domain: domain.id, name: at, site: from, kept, loser: isTaken ? ours : theirs });
  }
  if (!isTaken) {
    if (order === "apart") await recordVersion(ctx, { ...change, digest: ours.digest, extra: known?.extra });
    return "skipped";
  }
  // Fields that only a newer version knows are stored apart and sent along with the record.
  const { known: ownPart, extra } = partsOf(domain, at, wire);
  await domain.apply(ctx, at, ownPart);
  // The digest of the received version: if a rule of the group altered the record, that is a change of this gateway.
  await recordVersion(ctx, { ...change, digest: theirs.digest, extra, from: isNewer ? from : undefined });
  return "applied";
}
