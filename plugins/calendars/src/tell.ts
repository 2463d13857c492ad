import type { Reads, Transacting } from "@postern/core";
import { isGuest } from "./attendee.ts";
import { accounts, type CalendarRecord, type EventRecord, LOCAL, type OutboxRecord } from "./collections.ts";
import { enqueue } from "./outbox.ts";
import type { OutboxOperation } from "./schemas.ts";

/** Who learns of a change outside: the provider that keeps the calendar, and guests who get mail. */
export async function audienceOf(
  store: Reads,
  { accountId }: CalendarRecord,
  { attendees }: Pick<EventRecord, "attendees">,
  withdrawn: readonly string[] = [],
): Promise<"server" | "guests" | "nobody"> {
  const account = accountId === LOCAL ? undefined : await store.get(accounts, accountId);
  if (account?.provider === "caldav") return "server";
  return withdrawn.length > 0 || attendees.some(isGuest) ? "guests" : "nobody";
}

/**
 * Stages that a change of an event is told to whom it concerns, if anybody. The payload: `sequence`, and `withdrawn`, the
 * e-mails of those who are invited no more.
 */
export async function tell(
  ctx: Transacting,
  operation: Exclude<OutboxOperation, "respond">,
  { event, calendar }: { event: EventRecord; calendar: CalendarRecord },
  { withdrawn = [], idempotencyKey }: { withdrawn?: readonly string[]; idempotencyKey?: string | undefined } = {},
): Promise<OutboxRecord | undefined> {
  if ((await audienceOf(ctx.store, calendar, event, withdrawn)) === "nobody") return undefined;
  const payload = { sequence: event.sequence, ...(withdrawn.length > 0 && { withdrawn: [...withdrawn] }) };
  return enqueue(ctx, { operation, event, calendar, payload, idempotencyKey });
}

/** The outside systems that a plan names. */
export async function effectsOf(
  store: Reads,
  calendar: CalendarRecord,
  event: Pick<EventRecord, "attendees">,
  withdrawn: readonly string[] = [],
): Promise<{ effects?: string[] }> {
  const audience = await audienceOf(store, calendar, event, withdrawn);
  if (audience === "server") return { effects: [`Updates the calendar server of the account ${calendar.accountId}`] };
  const guests = event.attendees.filter(isGuest).length + withdrawn.length;
  // A local calendar has nobody to send anything: its outbox says what would have been told.
  if (audience === "nobody" || calendar.accountId === LOCAL) return {};
  return {
    effects: [
      `Sends e-mail to ${guests} ${guests === 1 ? "guest" : "guests"} through the account ${calendar.accountId}`,
    ],
  };
}
