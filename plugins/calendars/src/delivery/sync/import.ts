import type { Transacting } from "@postern/core";
import { type CalendarRecord, type EventRecord, events, isLive, outbox } from "../../collections.ts";
import { eventData } from "../../event.ts";
import { eventCancelled, eventCreated, eventUpdated } from "../../events.ts";
import { importDraft, saveZones, seriesFirst } from "../../ical/import.ts";
import { Unreadable } from "../../ical/jcal.ts";
import { parseText } from "../../ical/parse.ts";
import { isICalendar } from "../../ical/portions.ts";
import type { ParsedText } from "../../ical/text.ts";
import { changeParts, partsIn } from "../../parts.ts";
import { MAX_OBJECT_SIZE, type StoredObject } from "../caldav/dav.ts";
import { Fault } from "../fault.ts";

/** An object of a server that was parsed but not yet imported. */
export interface ReadObject {
  readonly url: string;
  readonly etag: string | undefined;
  readonly read: ParsedText;
}

/** Parses an object. Throws a Fault if it contains no readable event. */
export async function readObject(
  url: string,
  { text, etag }: StoredObject,
  { timezone, accountId }: CalendarRecord,
  signal: AbortSignal,
): Promise<ReadObject> {
  if (Buffer.byteLength(text) > MAX_OBJECT_SIZE)
    throw new Fault("too_large", `The object is larger than ${MAX_OBJECT_SIZE} bytes`);
  if (!isICalendar(text)) throw new Fault("bad_answer", "The object is not iCalendar text");
  const read = await parseText(text, timezone, { caller: `account ${accountId}`, signal }).catch(asFault);
  if (read.drafts.length > 0) return { url, etag, read };
  throw new Fault("bad_answer", read.diagnostics[0]?.message ?? "The object contains no event");
}

function asFault(error: unknown): never {
  if (error instanceof Unreadable) throw new Fault("bad_answer", `The object ${error.message}`);
  throw error;
}

export interface ImportCounts {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
}
const NOTHING: ImportCounts = { created: 0, updated: 0, deleted: 0 };

/**
 * Stages the import of an object. The server's version wins, except over local changes that are still to be delivered.
 */
export async function importObject(
  ctx: Transacting,
  calendar: CalendarRecord,
  { url, etag, read }: ReadObject,
): Promise<ImportCounts> {
  const { store, emit } = ctx;
  const drafts = seriesFirst(read.drafts);
  const [first] = drafts;
  const existing = first && (await store.one(events, "byUid", calendar.id, first.uid, "-"));
  if (existing && (await hasPendingChange(ctx, calendar, existing.id))) return NOTHING;
  const origin = { providerEventId: url, isAuthoritative: true, ...(etag !== undefined && { etag }) };
  const counts = { created: 0, updated: 0, deleted: 0 };
  const kept = new Set<string>();
  for (const draft of drafts) {
    const { fate, event } = await importDraft(ctx, calendar, draft, origin);
    kept.add(event.id);
    if (fate === "skipped") continue;
    counts[fate]++;
    emit(fate === "created" ? eventCreated : eventUpdated, eventData(event));
  }
  if (existing) await deleteParts(ctx, calendar, existing, kept);
  // An event that was deleted and exists again is restored with its occurrences.
  if (existing && !isLive(existing) && first?.members.status !== "cancelled")
    await changeParts(ctx, existing.id, ({ isSeriesGone: _gone, ...part }) => part);
  await saveZones(ctx, calendar.id, drafts, read.definitions);
  return counts;
}

/** Whether a local change of the event or its occurrences is still to be delivered and would be undone by an import. */
async function hasPendingChange({ store }: Transacting, { accountId }: CalendarRecord, id: string): Promise<boolean> {
  const { items } = await store.find(outbox, { by: "byLane", prefix: [accountId, id], limit: 100 });
  return items.some(({ operation }) => operation !== "respond");
}

/** Stages that occurrences which the server no longer has as overrides follow their series again. */
async function deleteParts(
  { store, emit }: Transacting,
  { accountId }: CalendarRecord,
  series: EventRecord,
  kept: ReadonlySet<string>,
): Promise<void> {
  const gone = (await partsIn(store, series.id)).filter(({ id }) => !kept.has(id));
  if (gone.length === 0) return;
  const { items } = await store.find(outbox, { by: "byLane", prefix: [accountId, series.id], limit: 500 });
  const answered = new Set(items.map(({ eventId }) => eventId));
  const dropped = gone.filter(({ id }) => !answered.has(id));
  for (const part of dropped) {
    await store.delete(events, part.id);
    emit(eventUpdated, eventData(part));
  }
}

/** Stages the deletion of an object on the server. Returns false if it is unknown or is to be written there again. */
export async function removeObject(ctx: Transacting, calendar: CalendarRecord, url: string): Promise<boolean> {
  const { store, now, emit } = ctx;
  const { items } = await store.find(events, { by: "byProvider", prefix: [calendar.id, url], limit: 500 });
  const roots = items.filter(({ seriesId }) => seriesId === undefined);
  let isRemoved = false;
  for (const { etag: _etag, ...event } of roots) {
    if (await hasPendingChange(ctx, calendar, event.id)) continue;
    if (!isLive(event)) {
      await store.put(events, event);
      continue;
    }
    const formerStatus = event.status;
    await store.put(events, { ...event, status: "cancelled", formerStatus, deletedAt: now, updatedAt: now });
    await changeParts(ctx, event.id, (part) => ({ ...part, isSeriesGone: true }));
    emit(eventCancelled, eventData(event));
    isRemoved = true;
  }
  return isRemoved;
}
