import { omitUndefined, type Transacting } from "@postern/core";
import { answerFrom } from "@postern/core/fields";
import { type CalendarRecord, type EventRecord, LOCAL, type OutboxRecord, outbox } from "./collections.ts";
import { drop, takeUp } from "./delivery/lane.ts";
import { outboxStaged } from "./events.ts";
import { OutboxEntry, type OutboxOperation } from "./schemas.ts";

/** What is to be told to a provider. */
export interface Delivery {
  readonly operation: OutboxOperation;
  readonly event: EventRecord;
  readonly calendar: CalendarRecord;
  /** What the one that delivers needs to know beside the event; shown to whoever may see the outbox, so no secret. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whoever sends it must not do so twice for one key; the entry's id where the caller has none. */
  readonly idempotencyKey?: string | undefined;
  /** It is kept here and told nobody, as an answer that iCalendar has no word for. */
  readonly isKept?: boolean;
}

/** Stages an entry of the outbox in the commit of the change that it tells. What a local calendar has to tell is told. */
export async function enqueue(ctx: Transacting, delivery: Delivery): Promise<OutboxRecord> {
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
  await takeUp(ctx, entry);
  const { accountId, calendarId, eventId, status } = entry;
  emit(outboxStaged, { id: entryId, accountId, calendarId, eventId, operation, status });
  return entry;
}

/** Stages that an entry which waits is not delivered, for another has taken its place. */
export async function supersede(ctx: Transacting, entryId: string): Promise<void> {
  const entry = await ctx.store.get(outbox, entryId);
  // One that is under way may have been told already: what takes its place comes after it.
  if (entry?.status === "pending" || entry?.status === "failed") await drop(ctx, entry, "superseded");
}

/** An entry as callers see it. A clock that was set back does not move its next attempt away. */
export function showOutbox(entry: OutboxRecord, now = entry.updatedAt): OutboxEntry {
  const { delay = 0, nextAttemptAt } = entry;
  if (nextAttemptAt === undefined) return shownEntry(entry);
  return shownEntry({ ...entry, nextAttemptAt: Math.min(nextAttemptAt, now + delay) });
}
const shownEntry = answerFrom(OutboxEntry);
