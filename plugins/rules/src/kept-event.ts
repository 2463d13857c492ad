import type { GatewayEvent, MutableRecords, Reads, Transacting } from "@postern/core";
import { keptEvents, matched, needs } from "./collections.ts";
import { isTooLarge, measure, sizeOf } from "./filter/sizes.ts";
import type { EventView } from "./filter/view.ts";
import type { OurHost } from "./host.ts";
import { idOf, type Place, placeOf } from "./place.ts";

/** The largest event that is copied, in steps of up to 32 characters. A commit may have a hundred copies. */
const MAX_COPIED = 2_048;

/** Stages a copy of an event that has matched, until its last run has ended. */
export async function keepEvent({ store, now }: Transacting, event: GatewayEvent, view: EventView): Promise<void> {
  const { id, data, ...head } = event;
  const sizes = measure(view);
  const isLarge = isTooLarge(sizes) || sizeOf(view, sizes) > MAX_COPIED;
  await store.put(keptEvents, { ...placeOf(id), ...head, at: now, ...(isLarge ? { isLarge } : { data }) });
}

/** The event at a position, if it is still kept: a large one only by the journal. */
export async function readKept(
  { store, services }: Pick<OurHost, "store" | "services">,
  { number, place }: Place,
): Promise<GatewayEvent | undefined> {
  const kept = await store.get(keptEvents, number, place);
  if (!kept) return undefined;
  const { number: _, place: __, at: ___, isLarge, ...event } = kept;
  if (isLarge) return readEvent(services.journal, { number, place });
  return { ...event, id: idOf({ number, place }), data: event.data };
}

/** The event at a position of the journal. */
export async function readEvent(
  journal: OurHost["services"]["journal"],
  { number, place }: Place,
): Promise<GatewayEvent | undefined> {
  const before = place > 0 ? { number, place: place - 1 } : { number: number - 1, place: LAST };
  // Nothing need be at the position before it.
  const { events } = await journal.read({ after: idOf(before), limit: 1, unknown: "gap" });
  return events.find(({ id }) => id === idOf({ number, place }));
}

/** The largest place that an id can have. */
const LAST = 999_999_999;

/** Stages the end of a copy that nothing needs any longer. */
export async function releaseEvent({ store }: { readonly store: MutableRecords }, at: Place): Promise<void> {
  if (!(await isNeeded(store.unchecked, at))) await store.delete(keptEvents, at.number, at.place);
}

/**
 * Whether a run needs an event or will do so. Unchecked reads are enough, in this order: after the matches are gone, no
 * run is added. If two runs end at the same time, the sweep removes the copy.
 */
export async function isNeeded(store: Reads, { number, place }: Place): Promise<boolean> {
  if (await store.get(matched, number, place)) return true;
  return (await store.count(needs, { prefix: [number, place], limit: 1 })) > 0;
}
