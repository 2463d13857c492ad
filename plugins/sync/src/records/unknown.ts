import { digestOf, type Reads, type Transacting } from "@postern/core";
import type { RecordName, SyncDomain, Wire } from "@postern/kit/sync";
import { type TrackedRecord, tracked } from "../collections.ts";
import { difference, isDeclared, overlaid, type Schema } from "./overlay.ts";

/** A received record: the part that this version knows, and the fields of a newer version by their paths. */
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
 * A record in transit: as its group reads it, with the fields that were stored apart. These take precedence over
 * defaults of a version that has just learned of them.
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

/** A digest of the record schemas. When it changes, the fields stored apart are checked again. */
export const shapeOf = (domain: SyncDomain): string =>
  digestOf(domain.kinds.map((kind) => [kind, domain.schema?.(kind) ?? null]));

/** Whether fields stored apart are now known to this version. */
export function isOutgrown(domain: SyncDomain, { name: [kind = ""], extra = {} }: TrackedRecord): boolean {
  const schema = domain.kinds.includes(kind) ? domain.schema?.(kind) : undefined;
  return schema !== undefined && Object.keys(extra).some((path) => isDeclared(schema as Schema, path));
}

/** Moves fields that this version now knows into the record. */
export async function absorb(ctx: Transacting, domain: SyncDomain, name: RecordName): Promise<void> {
  const known = await ctx.store.get(tracked, domain.id, ...name);
  if (!known || !isOutgrown(domain, known)) return;
  const { extra: kept, ...rest } = known;
  const { known: wire, extra } = partsOf(domain, name, await wireOf(domain, ctx.store, name, kept));
  await domain.apply(ctx, name, wire);
  await ctx.store.put(tracked, { ...rest, ...(extra && { extra }) });
}
