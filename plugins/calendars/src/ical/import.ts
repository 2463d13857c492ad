import { digestOf, omitUndefined, type Transacting } from "@postern/core";
import { attendeeOf, normalized } from "../attendee.ts";
import {
  type AttendeeRecord,
  type CalendarRecord,
  type EventRecord,
  events,
  isLive,
  isOpen,
  kindOf,
  outbox,
  zones,
} from "../collections.ts";
import { newEventId, occurrenceId } from "../event.ts";
import { changeParts } from "../parts.ts";
import { stampOf } from "../recurrence/rule.ts";
import { timeKey } from "../time/span.ts";
import type { Component } from "./jcal.ts";
import type { Person } from "./people.ts";
import type { Draft } from "./read.ts";

/** Result of importing a draft. */
export type ImportOutcome = "created" | "updated" | "skipped";

/** Identification at the provider, and whether the draft overrides the local event regardless of its age. */
export interface ImportSource {
  readonly etag?: string;
  readonly providerEventId?: string;
  readonly isAuthoritative?: boolean;
}

/** The existing record of a draft, if any, and the series that it is an occurrence of. */
interface Place {
  readonly before: EventRecord | undefined;
  readonly series: EventRecord | undefined;
}

async function placeOf({ store }: Pick<Transacting, "store">, calendarId: string, draft: Draft): Promise<Place> {
  const master = await store.one(events, "byUid", calendarId, draft.uid, "-");
  if (draft.originalStartAt === undefined) return { before: master, series: undefined };
  const series = master && kindOf(master) === "series" ? master : undefined;
  const before = series
    ? await store.one(events, "byUid", calendarId, series.uid, timeKey(draft.originalStartAt))
    : await store.one(events, "byUid", calendarId, standaloneUid(draft), "-");
  return { before, series };
}

/** UID of an occurrence without its series, which is stored as a single event. */
const standaloneUid = ({ uid, originalStartAt = 0 }: Draft): string => `${uid}#${stampOf(originalStartAt)}`;

/** Whether a draft is newer than the stored event: by SEQUENCE, then by modification time. */
function isNewer(draft: Draft, before: EventRecord): boolean {
  if (draft.sequence !== before.sequence) return draft.sequence > before.sequence;
  return draft.stampAt === undefined || draft.stampAt > (before.stampAt ?? before.updatedAt);
}

/** Stages the import of an event. Importing the same or an older version changes nothing. */
export async function importDraft(
  ctx: Transacting,
  calendar: CalendarRecord,
  draft: Draft,
  { etag, providerEventId, isAuthoritative = false }: ImportSource = {},
): Promise<{ fate: ImportOutcome; event: EventRecord }> {
  const { store, now } = ctx;
  const { before, series } = await placeOf(ctx, calendar.id, draft);
  if (before && !isAuthoritative && !isNewer(draft, before)) return { fate: "skipped", event: before };
  const event = await eventOf(ctx, calendar, draft, { before, series });
  const after: EventRecord = omitUndefined({
    ...event,
    etag: etag ?? event.etag,
    providerEventId: providerEventId ?? event.providerEventId,
  });
  if (before && contentOf(after) === contentOf(before)) {
    const isKnown = before.etag === after.etag && before.providerEventId === after.providerEventId;
    if (isKnown || !isAuthoritative) return { fate: "skipped", event: before };
  }
  await store.put(events, { ...after, updatedAt: now });
  if (before && kindOf(after) === "series" && isLive(before) !== isLive(after)) await markParts(ctx, after);
  return { fate: before ? "updated" : "created", event: after };
}

/** Marks changed occurrences as cancelled or restored along with their series. */
const markParts = (ctx: Transacting, series: EventRecord): Promise<void> =>
  changeParts(ctx, series.id, ({ isSeriesGone: _gone, ...part }) =>
    isLive(series) ? part : { ...part, isSeriesGone: true },
  );

/** Digest of the content of an event without its time stamps. */
const contentOf = ({
  stampAt: _stampAt,
  updatedAt: _updatedAt,
  createdAt: _createdAt,
  etag: _etag,
  providerEventId: _id,
  ...event
}: EventRecord) =>
  digestOf({ ...event, attendees: event.attendees.map(({ updatedAt: _at, ...attendee }) => attendee) });

async function eventOf(
  ctx: Transacting,
  calendar: CalendarRecord,
  draft: Draft,
  { before, series }: Place,
): Promise<EventRecord> {
  const { now } = ctx;
  const { members, originalStartAt, people, sequence, stampAt } = draft;
  const id =
    before?.id ??
    (series && originalStartAt !== undefined ? occurrenceId(series.id, originalStartAt) : newEventId(ctx, calendar.id));
  const attendees = await attendeesOf(ctx, id, people, before ?? series);
  const isCancelled = members.status === "cancelled";
  const isPart = series !== undefined && originalStartAt !== undefined;
  return omitUndefined({
    id,
    uid: series?.uid ?? (originalStartAt === undefined ? draft.uid : standaloneUid(draft)),
    icalUid: draft.uid,
    accountId: calendar.accountId,
    calendarId: calendar.id,
    ...members,
    seriesId: isPart ? series.id : undefined,
    originalStartAt,
    ...(isPart && {
      own: ["times", "title", "description", "location", "busyStatus", "visibility", "status", ...ownResponses(before)],
    }),
    isSeriesGone: isPart && !isLive(series) ? true : undefined,
    creatorAgentId: before?.creatorAgentId,
    organizerAgentId: attendees.find(({ kind }) => kind === "organizer")?.agentId,
    providerRecurringEventId: before?.providerRecurringEventId,
    etag: before?.etag,
    providerEventId: before?.providerEventId,
    clientKey: before?.clientKey,
    asked: before?.asked,
    createdAt: before?.createdAt ?? now,
    updatedAt: before?.updatedAt ?? now,
    deletedAt: isCancelled ? (before?.deletedAt ?? now) : undefined,
    formerStatus: isCancelled ? (before?.formerStatus ?? "confirmed") : undefined,
    sequence,
    stampAt,
    descriptionRedactionStatus: "full_local" as const,
    locationRedactionStatus: "full_local" as const,
    providerProvenance: { source: "icalendar" },
    attendees,
  }) as EventRecord;
}

const ownResponses = (before: EventRecord | undefined) =>
  (before?.own ?? []).filter((name) => name.startsWith("response:"));

/**
 * Existing attendees keep their ids. A local response that is still to be delivered takes precedence over the imported
 * one.
 */
async function attendeesOf(
  ctx: Transacting,
  eventId: string,
  people: readonly Person[],
  before: EventRecord | undefined,
): Promise<AttendeeRecord[]> {
  const attendees: AttendeeRecord[] = [];
  for (const person of people) {
    const known = before?.attendees.find(
      ({ agentId, normalizedEmail }) =>
        (person.agentId !== undefined && agentId === person.agentId) ||
        (person.email !== undefined && normalizedEmail === normalized(person.email)),
    );
    const { agentId: agent, email, displayName, kind, responseStatus, raw } = person;
    const named = { kind, ...(agent && { agent }), ...(email && { email }), ...(displayName && { displayName }) };
    const read = attendeeOf(ctx, eventId, named, { responseStatus, raw });
    if (!known) attendees.push(read);
    else {
      const { id, createdAt, outboxId, agentId } = known;
      const kept = (await isDeliveryPending(ctx, outboxId)) ? known.responseStatus : responseStatus;
      attendees.push(
        omitUndefined({
          ...read,
          id,
          createdAt,
          updatedAt: kept === known.responseStatus ? known.updatedAt : ctx.now,
          outboxId,
          agentId: read.agentId ?? agentId,
          responseStatus: kept,
        }),
      );
    }
  }
  return attendees;
}

async function isDeliveryPending(
  { store }: Pick<Transacting, "store">,
  outboxId: string | undefined,
): Promise<boolean> {
  const entry = outboxId === undefined ? undefined : await store.get(outbox, outboxId);
  return entry !== undefined && isOpen(entry);
}

/** Stages the VTIMEZONE definitions of TZIDs that are not IANA names. */
export async function saveZones(
  { store }: Pick<Transacting, "store">,
  calendarId: string,
  drafts: readonly Draft[],
  definitions: ReadonlyMap<string, Component>,
): Promise<void> {
  const used = new Set(drafts.map(({ members }) => (members.safePayload.ical as { tzid?: string } | undefined)?.tzid));
  for (const [tzid, jcal] of definitions) if (used.has(tzid)) await store.put(zones, { calendarId, tzid, jcal });
}

/** Sorts series before their occurrences, which depend on them. */
export const seriesFirst = (drafts: readonly Draft[]): Draft[] =>
  drafts.toSorted(
    (one, other) => Number(one.originalStartAt !== undefined) - Number(other.originalStartAt !== undefined),
  );
