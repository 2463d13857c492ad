import type { Reads, Transacting } from "@postern/core";
import { type EventRecord, events, isLive } from "./collections.ts";
import { TooManyChanges } from "./errors.ts";
import type { EventAccess } from "./event.ts";
import { eventsChanged } from "./events.ts";
import { exdatesOf, startsAt } from "./recurrence/occurrences.ts";
import { shiftOf } from "./times.ts";

/** Maximum number of individually changed occurrences of a series. */
export const MAX_PARTS = 1_000;

/** The individually changed occurrences of a series, by original start time. */
export async function partsIn(store: Reads, seriesId: string): Promise<EventRecord[]> {
  const found: EventRecord[] = [];
  let after: string | undefined;
  do {
    const page = await store.find(events, {
      by: "bySeries",
      prefix: [seriesId],
      limit: 500,
      ...(after !== undefined && { after }),
    });
    found.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return found;
}

/**
 * Rejects another individually changed occurrence above the maximum, because a series is always read with all of them.
 */
export async function assertPartAllowed(
  store: Reads,
  { event, series }: Pick<EventAccess, "event" | "series">,
): Promise<void> {
  if (!series || (await store.get(events, event.id))) return;
  const count = await store.count(events, { by: "bySeries", prefix: [series.id], limit: MAX_PARTS });
  if (count >= MAX_PARTS) throw TooManyChanges({ eventId: series.id, limit: MAX_PARTS });
}

/** Marks values of an occurrence as its own, so that changes of the series no longer affect them. */
export const withOwn = (part: EventRecord, names: readonly string[]): EventRecord =>
  part.seriesId === undefined ? part : { ...part, own: [...new Set([...(part.own ?? []), ...names])] };

export const owns = ({ own = [] }: EventRecord, name: string): boolean => own.includes(name);

/** Stages the effects of a change of a series on its individually changed occurrences. */
export async function changeParts(
  ctx: Pick<Transacting, "store" | "emit">,
  seriesId: string,
  change: (part: EventRecord) => EventRecord,
): Promise<void> {
  const changes: EventRecord[] = [];
  for (const part of await partsIn(ctx.store, seriesId)) {
    const changed = change(part);
    if (changed === part) continue;
    await ctx.store.put(events, changed);
    changes.push(part);
  }
  emitChanged(ctx, changes);
}

/** Emits one event for all changed or deleted occurrences. */
export function emitChanged({ emit }: Pick<Transacting, "emit">, changed: readonly EventRecord[]): void {
  const [first] = changed;
  if (first) emit(eventsChanged, { calendarId: first.calendarId, eventIds: changed.map(({ id }) => id) });
}

/** Individually changed occurrences whose original start time no longer belongs to the series. */
export async function orphanedParts(store: Reads, series: EventRecord): Promise<EventRecord[]> {
  const parts = await partsIn(store, series.id);
  return parts.filter(({ originalStartAt = 0 }) => !startsAt(series, originalStartAt));
}

/**
 * Stages new times of a series. Individual changes of occurrences that no longer exist are deleted, which the plan has
 * announced; cancelled occurrences stay cancelled at their new times.
 */
export async function moveSeries(
  ctx: Pick<Transacting, "store" | "emit">,
  before: EventRecord,
  after: EventRecord,
): Promise<EventRecord> {
  const { store } = ctx;
  const shift = shiftOf(before, after);
  const exdates = exdatesOf(after);
  const gone = await orphanedParts(store, after);
  for (const part of gone) {
    const at = shift(part.originalStartAt as number);
    if (!isLive(part) && !exdates.includes(at) && startsAt(after, at)) exdates.push(at);
    await store.delete(events, part.id);
  }
  emitChanged(ctx, gone);
  const recurrence = { ...after.recurrence, ...(exdates.length > 0 && { exdates: exdates.sort((a, b) => a - b) }) };
  return { ...after, recurrence };
}
