import type { Reads, Transacting } from "@postern/core";
import { isGuest } from "./attendee.ts";
import { accounts, type CalendarRecord, type EventRecord, LOCAL, type OutboxRecord } from "./collections.ts";
import { enqueue } from "./outbox.ts";
import type { OutboxOperation } from "./schemas.ts";

/** Who has to be notified of a change: the server that stores the calendar, or guests by e-mail. */
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
 * Stages the delivery of a change, if anybody has to be notified. The payload contains `sequence`, and `withdrawn`: the
 * addresses of guests who are no longer invited.
 */
export async function notify(
  ctx: Transacting,
  operation: Exclude<OutboxOperation, "respond">,
  { event, calendar }: { event: EventRecord; calendar: CalendarRecord },
  { withdrawn = [], idempotencyKey }: { withdrawn?: readonly string[]; idempotencyKey?: string | undefined } = {},
): Promise<OutboxRecord | undefined> {
  if ((await audienceOf(ctx.store, calendar, event, withdrawn)) === "nobody") return undefined;
  const payload = { sequence: event.sequence, ...(withdrawn.length > 0 && { withdrawn: [...withdrawn] }) };
  return enqueue(ctx, { operation, event, calendar, payload, idempotencyKey });
}

/** External effects to show in a plan. */
export async function effectsOf(
  store: Reads,
  calendar: CalendarRecord,
  event: Pick<EventRecord, "attendees">,
  withdrawn: readonly string[] = [],
): Promise<{ effects?: string[] }> {
  const audience = await audienceOf(store, calendar, event, withdrawn);
  if (audience === "server") return { effects: [`Updates the calendar server of the account ${calendar.accountId}`] };
  const guests = event.attendees.filter(isGuest).length + withdrawn.length;
  // Entries of local calendars are recorded in the outbox but not delivered.
  if (audience === "nobody" || calendar.accountId === LOCAL) return {};
  return {
    effects: [
      `Sends e-mail to ${guests} ${guests === 1 ? "guest" : "guests"} through the account ${calendar.accountId}`,
    ],
  };
}
