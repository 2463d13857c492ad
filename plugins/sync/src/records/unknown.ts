import { digestOf, type Glance, type Transacting } from "@postern/core";
import type { RecordName, SyncDomain, Wire } from "@postern/core/sync";
import { type TrackedRecord, tracked } from "../collections.ts";

/** A record as it came: what this version knows of it, and the members of a newer version. */
export interface Parts {
  readonly known: Wire | undefined;
  readonly extra: Wire | undefined;
}

export function partsOf(domain: SyncDomain, [kind]: RecordName, wire: Wire | undefined): Parts {
  const members = wire && domain.kinds.includes(kind) ? domain.members?.(kind) : undefined;
  if (!wire || !members) return { known: wire, extra: undefined };
  const others = Object.keys(wire).filter((member) => !members.includes(member));
  if (others.length === 0) return { known: wire, extra: undefined };
  const isOther = ([member]: [string, unknown]) => others.includes(member);
  const all = Object.entries(wire);
  return {
    known: Object.fromEntries(all.filter((one) => !isOther(one))),
    extra: Object.fromEntries(all.filter(isOther)),
  };
}

/**
 * A record as it travels: as its group reads it, with the members that were kept beside it. These come before what a
 * version that has just come to know them gives in their place.
 */
export async function wireOf(
  domain: SyncDomain,
  store: Glance,
  name: RecordName,
  extra: Wire | undefined,
): Promise<Wire | undefined> {
  const wire = await domain.read(store, name);
  return wire && extra ? { ...wire, ...extra } : wire;
}

/** Changes with each version that knows other members: then what was kept beside the records is looked at again. */
export const shapeOf = (domain: SyncDomain): string =>
  digestOf(domain.kinds.map((kind) => [kind, domain.members?.(kind) ?? null]));

/** Whether a record has members beside it that this version has come to know. */
export function isOutgrown(domain: SyncDomain, { name, extra }: TrackedRecord): boolean {
  const { known } = partsOf(domain, name as unknown as RecordName, extra);
  return known !== undefined && Object.keys(known).length > 0;
}

/** Makes members that were kept beside a record a part of it, now that this version knows them. */
export async function absorb(ctx: Transacting, domain: SyncDomain, name: RecordName): Promise<void> {
  const known = await ctx.store.get(tracked, domain.id, ...name);
  if (!known || !isOutgrown(domain, known)) return;
  const { extra: kept, ...rest } = known;
  const { known: wire, extra } = partsOf(domain, name, await wireOf(domain, ctx.store, name, kept));
  await domain.apply(ctx, name, wire);
  await ctx.store.put(tracked, { ...rest, ...(extra && { extra }) });
}
