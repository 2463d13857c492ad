import type { Batch } from "../storage/index.ts";

/** Maximum number of keys in a message: to flatten and send them takes a few milliseconds. */
const SIZE = 4_000;

/** Batches of a group, of which the last may be incomplete. */
export interface Portion {
  readonly batches: readonly Batch[];
  /** What follows in the next message: more of the last batch, or another batch. Undefined in the last message. */
  readonly more?: "of batch" | "batches" | undefined;
}

/** The messages for a group: one, unless it is large. Returns the last one. */
export function* portionsOf(batches: readonly Batch[], size = SIZE): Generator<Portion, Portion> {
  if (batches.reduce((sum, batch) => sum + weightOf(batch), 0) <= size) return { batches };
  const last = batches.at(-1);
  for (const batch of batches) {
    const { checks, writes, ...head } = batch;
    let piece: { checks: Batch["checks"][number][]; writes: Batch["writes"][number][] } = { checks: [], writes: [] };
    let weight = 0;
    for (const [list, one] of itemsOf(batch)) {
      piece[list].push(one as never);
      weight += 1 + ("found" in one ? one.found.length : 0);
      if (weight < size) continue;
      yield { batches: [{ ...head, ...piece }], more: "of batch" };
      piece = { checks: [], writes: [] };
      weight = 0;
    }
    const portion = { batches: [{ ...head, ...piece }] };
    if (batch === last) return portion;
    yield { ...portion, more: "batches" };
  }
  return { batches: [] };
}

function* itemsOf({ checks, writes }: Batch) {
  for (const check of checks) yield ["checks", check] as const;
  for (const write of writes) yield ["writes", write] as const;
}

function weightOf({ checks, writes }: Batch): number {
  let sum = writes.length + checks.length;
  for (const { found } of checks) sum += found.length;
  return sum;
}

/** The batches of a group so far, with those of its next message. `isOpen` says that the last one before continues. */
export function joined<V>(before: readonly Batch<V>[], isOpen: boolean, next: readonly Batch<V>[]): Batch<V>[] {
  const [first, ...rest] = next;
  const last = before.at(-1);
  if (!isOpen || !first || !last) return [...before, ...next];
  const both = { ...last, checks: [...last.checks, ...first.checks], writes: [...last.writes, ...first.writes] };
  return [...before.slice(0, -1), both, ...rest];
}
