import { digestOf, type Reads, type Transacting } from "@postern/core";
import type { RecordName, SyncDomain, Wire } from "@postern/core/sync";
import { type TrackedRecord, tracked } from "../collections.ts";
import { difference, isDeclared, overlaid, type Schema } from "./overlay.ts";

/** A record as it came: what this version knows of it, and by their paths the members of a newer version, at any depth. */
export interface Parts {
  readonly known: Wire | undefined;
  readonly extra: Wire | undefined;
}

export function partsOf(domain: SyncDomain, [kind]: RecordName, wire: Wire | undefined): Parts {
  const known = wire && domain.kinds.includes(kind) ? domain.known?.(kind, wire) : undefined;
  if (!wire || !known) return { known: wire, extra: undefined };
  const extra = difference(wire, known);
  return { known, extra: Object.keys(extra).length > 0 ? extra : undefined };
}

/**
 * A record as it travels: as its group reads it, with the members that were kept beside it. These come before what a
 * version that has just come to know them gives in their place.
 */
export async function wireOf(
  domain: SyncDomain,
  store: Reads,
  name: RecordName,
  extra: Wire | undefined,
): Promise<Wire | undefined> {
  const wire = await domain.read(store, name);
  return wire && extra ? overlaid(wire, extra) : wire;
}

/** Changes with each version that knows other members: then what was kept beside the records is looked at again. */
export const shapeOf = (domain: SyncDomain): string =>
  digestOf(domain.kinds.map((kind) => [kind, domain.schema?.(kind) ?? null]));

/** Whether a record has members beside it that this version has come to know. */
export function isOutgrown(domain: SyncDomain, { name: [kind = ""], extra = {} }: TrackedRecord): boolean {
  const schema = domain.kinds.includes(kind) ? domain.schema?.(kind) : undefined;
  return schema !== undefined && Object.keys(extra).some((path) => isDeclared(schema as Schema, path));
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
