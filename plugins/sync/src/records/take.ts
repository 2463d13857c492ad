import { digestOf, type Transacting } from "@postern/core";
import type { SyncDomain } from "@postern/core/sync";
import { tracked } from "../collections.ts";
import { mayExchange, mayTouch, type Rights } from "../rights.ts";
import type { Parcel } from "../schemas.ts";
import { keepLoser } from "./conflict.ts";
import { note } from "./track.ts";
import { partsOf, wireOf } from "./unknown.ts";
import { assertCredible, compared, merged, raised } from "./vector.ts";
import { wins } from "./winner.ts";

/** The same with the rights of whoever linked the gateways, or gave the peer its key: over a link nobody does more than without it. */
export async function takeAs(
  rights: Rights,
  ctx: Transacting,
  where: { domain: SyncDomain; site: string },
  parcel: Omit<Parcel, "domain">,
  from: string,
): Promise<"applied" | "skipped"> {
  const { domain } = where;
  const name = parcel.name as unknown as Named;
  const assertTheirs = async () => {
    const isTheirs = mayExchange(rights, domain.id, "write") && (await mayTouch(rights, ctx.store, domain, name));
    if (!isTheirs) throw new Error(`Whoever linked the gateways may not write this record of ${domain.id}`);
  };
  await assertTheirs();
  const who = rights === "all" ? undefined : { store: ctx.store, caller: rights };
  if (who && (await domain.permits?.(who, name, parcel.wire)) === false)
    throw new Error(`Whoever linked the gateways may not make this change of a record of ${domain.id}`);
  const done = await take(ctx, where, parcel, from);
  // As it is then: nobody makes something somebody else's.
  await assertTheirs();
  return done;
}

type Named = readonly [string, ...string[]];

/**
 * Stages that a record becomes what it is on another gateway, if that knows more of it; where both have changed it, one
 * version stays and the other is kept as a conflict. Throws what `apply` of the domain throws.
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
  // A change that was made here and is not noted yet counts as if it were.
  const own = ours.digest === known?.digest ? (known?.vector ?? {}) : raised(known?.vector ?? {}, site);
  const order = compared(own, vector);
  const isAlike = ours.digest === theirs.digest;
  if (order === "after" || (order === "equal" && isAlike)) return "skipped";
  const isNewer = order === "before";
  const isTaken = isNewer || wins(theirs, ours);
  const said = { domain: domain.id, name, vector: merged(own, vector) };
  if (isAlike) {
    await note(ctx, { ...said, digest: ours.digest, extra: known?.extra, from: isNewer ? from : undefined });
    return "skipped";
  }
  if (!isNewer) {
    const kept = isTaken ? "there" : "here";
    await keepLoser(ctx, { domain: domain.id, name: at, site: from, kept, loser: isTaken ? ours : theirs });
  }
  if (!isTaken) {
    if (order === "apart") await note(ctx, { ...said, digest: ours.digest, extra: known?.extra });
    return "skipped";
  }
  // What only a newer version knows is kept beside the record, and goes on with it.
  const { known: ownPart, extra } = partsOf(domain, at, wire);
  await domain.apply(ctx, at, ownPart);
  // What was given, not what is read now: a rule of the group that made it another is a change of this gateway.
  await note(ctx, { ...said, digest: theirs.digest, extra, from: isNewer ? from : undefined });
  return "applied";
}
