import type { Transacting } from "@postern/core";
import { type CalendarRecord, type EventRecord, events, isLive, outbox } from "../../collections.ts";
import { toldEvent } from "../../event.ts";
import { eventCancelled, eventCreated, eventUpdated } from "../../events.ts";
import { isICalendar } from "../../ical/portions.ts";
import { inOrder, keepZones, takeDraft } from "../../ical/take.ts";
import { type Read, readText } from "../../ical/text.ts";
import { changeParts, partsIn } from "../../parts.ts";
import { type Held, LARGEST_OBJECT } from "../caldav/dav.ts";
import { Fault } from "../fault.ts";

/** An object of a server that was parsed but not yet imported. */
export interface ReadObject {
  readonly url: string;
  readonly etag: string | undefined;
  readonly read: Read;
}

/** Parses an object. Throws a Fault if it contains no readable event. */
export async function readObject(url: string, { text, etag }: Held, { timezone }: CalendarRecord): Promise<ReadObject> {
  if (Buffer.byteLength(text) > LARGEST_OBJECT)
    throw new Fault("too_large", `The object is larger than ${LARGEST_OBJECT} bytes`);
  if (!isICalendar(text)) throw new Fault("bad_answer", "The object is not iCalendar text");
  const read = await readText(text, timezone);
  if (read.drafts.length > 0) return { url, etag, read };
  throw new Fault("bad_answer", read.diagnostics[0]?.message ?? "The object contains no event");
}

export interface Taken {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
}
const NOTHING: Taken = { created: 0, updated: 0, deleted: 0 };

/**
 * Stages the import of an object. The server's version wins, except over local changes that are still to be delivered.
 */
export async function takeObject(
  ctx: Transacting,
  calendar: CalendarRecord,
  { url, etag, read }: ReadObject,
): Promise<Taken> {
  const { store, emit } = ctx;
  const drafts = inOrder(read.drafts);
  const [first] = drafts;
  const standing = first && (await store.one(events, "byUid", calendar.id, first.uid, "-"));
  if (standing && (await isToBeTold(ctx, calendar, standing.id))) return NOTHING;
  const origin = { providerEventId: url, isLaw: true, ...(etag !== undefined && { etag }) };
  const counts = { created: 0, updated: 0, deleted: 0 };
  const kept = new Set<string>();
  for (const draft of drafts) {
    const { fate, event } = await takeDraft(ctx, calendar, draft, origin);
    kept.add(event.id);
    if (fate === "skipped") continue;
    counts[fate]++;
    emit(fate === "created" ? eventCreated : eventUpdated, toldEvent(event));
  }
  if (standing) await dropParts(ctx, calendar, standing, kept);
  // An event that was deleted and exists again is restored with its occurrences.
  if (standing && !isLive(standing) && first?.members.status !== "cancelled")
    await changeParts(ctx, standing.id, ({ isSeriesGone: _gone, ...part }) => part);
  await keepZones(ctx, calendar.id, drafts, read.definitions);
  return counts;
}

/** Whether a local change of the event or its occurrences is still to be delivered and would be undone by an import. */
async function isToBeTold({ store }: Transacting, { accountId }: CalendarRecord, id: string): Promise<boolean> {
  const { items } = await store.find(outbox, { by: "byLane", prefix: [accountId, id], limit: 100 });
  return items.some(({ operation }) => operation !== "respond");
}

/** Stages that occurrences which the server no longer has as overrides follow their series again. */
async function dropParts(
  { store, emit }: Transacting,
  { accountId }: CalendarRecord,
  standing: EventRecord,
  kept: ReadonlySet<string>,
): Promise<void> {
  const gone = (await partsIn(store, standing.id)).filter(({ id }) => !kept.has(id));
  if (gone.length === 0) return;
  const { items } = await store.find(outbox, { by: "byLane", prefix: [accountId, standing.id], limit: 500 });
  const answered = new Set(items.map(({ eventId }) => eventId));
  const dropped = gone.filter(({ id }) => !answered.has(id));
  for (const part of dropped) {
    await store.delete(events, part.id);
    emit(eventUpdated, toldEvent(part));
  }
}

/** Stages the deletion of an object on the server. Returns false if it is unknown or is to be written there again. */
export async function removeObject(ctx: Transacting, calendar: CalendarRecord, url: string): Promise<boolean> {
  const { store, now, emit } = ctx;
  const { items } = await store.find(events, { by: "byProvider", prefix: [calendar.id, url], limit: 500 });
  const roots = items.filter(({ seriesId }) => seriesId === undefined);
  let isRemoved = false;
  for (const { etag: _etag, ...event } of roots) {
    if (await isToBeTold(ctx, calendar, event.id)) continue;
    if (!isLive(event)) {
      await store.put(events, event);
      continue;
    }
    const formerStatus = event.status;
    await store.put(events, { ...event, status: "cancelled", formerStatus, deletedAt: now, updatedAt: now });
    await changeParts(ctx, event.id, (part) => ({ ...part, isSeriesGone: true }));
    emit(eventCancelled, toldEvent(event));
    isRemoved = true;
  }
  return isRemoved;
}
