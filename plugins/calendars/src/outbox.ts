import { omitUndefined, type Transacting } from "@postern/core";
import { answerFrom } from "@postern/kit/fields";
import { type CalendarRecord, type EventRecord, LOCAL, type OutboxRecord, outbox } from "./collections.ts";
import { markDead, queueHead } from "./delivery/lane.ts";
import { outboxStaged } from "./events.ts";
import { OutboxEntry, type OutboxOperation } from "./schemas.ts";

/** A change or response to deliver to a provider. */
export interface NewDelivery {
  readonly operation: OutboxOperation;
  readonly event: EventRecord;
  readonly calendar: CalendarRecord;
  /**
   * Additional data for the delivery. It is visible to everyone who may see the outbox, so it must not contain secrets.
   */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Deliveries with the same key must not be repeated; defaults to the entry's id. */
  readonly idempotencyKey?: string | undefined;
  /** Recorded without being delivered, for a response that has no equivalent in iCalendar. */
  readonly isKept?: boolean;
}

/**
 * Stages an outbox entry in the commit of the change that it delivers. Entries of local calendars are done immediately.
 */
export async function enqueue(ctx: Transacting, delivery: NewDelivery): Promise<OutboxRecord> {
  const { store, now, id, emit } = ctx;
  const { operation, event, calendar, payload, idempotencyKey, isKept = false } = delivery;
  const isDone = calendar.accountId === LOCAL || isKept;
  const entryId = id("out_");
  const entry: OutboxRecord = omitUndefined({
    id: entryId,
    accountId: calendar.accountId,
    calendarId: calendar.id,
    eventId: event.id,
    operation,
    status: isDone ? ("acked" as const) : ("pending" as const),
    idempotencyKey: idempotencyKey ?? entryId,
    attemptCount: 0,
    payload: { ...payload },
    providerResult: {},
    createdAt: now,
    updatedAt: now,
    nextAttemptAt: isDone ? undefined : now,
  });
  await store.put(outbox, entry);
  await queueHead(ctx, entry);
  const { accountId, calendarId, eventId, status } = entry;
  emit(outboxStaged, { id: entryId, accountId, calendarId, eventId, operation, status });
  return entry;
}

/** Stages that a pending entry is not delivered, because another one replaces it. */
export async function supersede(ctx: Transacting, entryId: string): Promise<void> {
  const entry = await ctx.store.get(outbox, entryId);
  // A leased entry may already have been delivered; the new one is delivered after it.
  if (entry?.status === "pending" || entry?.status === "failed")
    await markDead(ctx, entry, { lastErrorCode: "superseded", lastError: "A later response replaces this one" });
}

/** An entry as shown to callers. A clock that was set back does not postpone its next attempt. */
export function showOutbox(entry: OutboxRecord, now = entry.updatedAt): OutboxEntry {
  const { delay = 0, nextAttemptAt } = entry;
  if (nextAttemptAt === undefined) return shownEntry(entry);
  return shownEntry({ ...entry, nextAttemptAt: Math.min(nextAttemptAt, now + delay) });
}
const shownEntry = answerFrom(OutboxEntry);
