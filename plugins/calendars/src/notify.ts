import type { Reads, Transacting } from "@postern/core";
import { isGuest } from "./attendee.ts";
import {
  type AttendeeRecord,
  accounts,
  type CalendarRecord,
  type EventRecord,
  LOCAL,
  type OutboxRecord,
  schedulings,
} from "./collections.ts";
import { configuredOrganizer } from "./delivery/config.ts";
import { enqueue } from "./outbox.ts";
import type { OutboxOperation } from "./schemas.ts";

/** An attendee, also before it is stored. */
type Invited = Pick<AttendeeRecord, "agentId" | "email" | "kind">;

/** Who has to be notified of a change: the server that stores the calendar, or guests by e-mail. */
export async function audienceOf(
  store: Reads,
  { accountId }: CalendarRecord,
  { attendees }: { readonly attendees: readonly Invited[] },
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

/** What a plan says about notifications. */
interface Effects {
  readonly effects?: readonly string[];
  /** Number of guests who are notified outside, by e-mail or by a calendar server. */
  readonly notifiedGuests?: number;
}

/** External effects to show in a plan. */
export async function effectsOf(
  store: Reads,
  calendar: CalendarRecord,
  event: { readonly attendees: readonly Invited[] },
  withdrawn: readonly string[] = [],
): Promise<Effects> {
  const audience = await audienceOf(store, calendar, event, withdrawn);
  const guests = event.attendees.filter(isGuest).length + withdrawn.length;
  if (audience === "server") {
    const update = `Updates the calendar server of the account ${calendar.accountId}`;
    if (guests === 0) return { effects: [update] };
    const { effects = [], ...rest } = await invitationsBy(store, calendar, guests);
    const missing = event.attendees.some(isOrganizer) ? [] : await withoutOrganizer(store, calendar);
    return { effects: [update, ...effects, ...missing], ...rest };
  }
  if (audience === "nobody") return {};
  // Entries of local calendars are recorded in the outbox but not delivered.
  if (calendar.accountId === LOCAL)
    return { effects: [`${counted(guests)} will not be notified: a local calendar does not send invitations`] };
  return {
    effects: [`Sends e-mail to ${counted(guests)} through the account ${calendar.accountId}`],
    notifiedGuests: guests,
  };
}

/** For changes of events: they show their plan first if guests are notified. */
export const notifiesGuests = (_input: object, { notifiedGuests = 0 }: Effects): boolean => notifiedGuests > 0;

const counted = (guests: number): string => (guests === 1 ? "1 guest" : `${guests} guests`);

/** Who notifies the guests of an event on a CalDAV server. */
async function invitationsBy(store: Reads, { accountId }: CalendarRecord, guests: number): Promise<Effects> {
  const known = await store.get(schedulings, accountId);
  if (!known)
    return {
      effects: [`Whether the server notifies ${counted(guests)} is known after the first synchronization`],
      notifiedGuests: guests,
    };
  return known.isAutomatic
    ? { effects: [`The calendar server notifies ${counted(guests)}`], notifiedGuests: guests }
    : { effects: [`${counted(guests)} will not be notified: the calendar server does not send invitations`] };
}

const isOrganizer = ({ kind, email }: Invited): boolean => kind === "organizer" && email !== undefined;

const FROM = 'Set "from" in its config';

/** A server may ignore attendees of an event without an organizer, and they cannot respond to anybody. */
async function withoutOrganizer(store: Reads, { accountId }: CalendarRecord): Promise<string[]> {
  const known = await store.get(schedulings, accountId);
  if (known)
    return known.email === undefined
      ? [`The event is stored without an organizer, because no address of the account is known. ${FROM}`]
      : [];
  const account = await store.get(accounts, accountId);
  return account && configuredOrganizer(account.config) === undefined
    ? [`The event is stored without an organizer unless the server names an address of the account. ${FROM}`]
    : [];
}
