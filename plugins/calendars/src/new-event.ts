import type { AgentDirectory } from "@postern/agents/services";
import { type Caller, omitUndefined, type Transacting } from "@postern/core";
import { assertAgentExists, attendeeOf, type InviteeInput, isSame } from "./attendee.ts";
import type { AttendeeRecord, CalendarRecord, EventRecord } from "./collections.ts";
import type { Event } from "./schemas.ts";
import { invalidField } from "./time/moment.ts";
import { type TimesInput, timesOf } from "./times.ts";

/** Input for a new event. */
interface NewEventInput extends TimesInput {
  readonly title: string;
  readonly startAt: string | number;
  readonly endAt: string | number;
  readonly description?: string;
  readonly location?: string;
  readonly busyStatus?: Event["busyStatus"];
  readonly visibility?: Event["visibility"];
  readonly status?: Event["status"];
  readonly attendees?: readonly InviteeInput[];
}

/** Rejects invitees that do not exist or are listed twice. */
export async function assertInvitees(
  services: { agents: AgentDirectory | undefined },
  invitees: readonly InviteeInput[],
): Promise<void> {
  for (const [at, invitee] of invitees.entries()) {
    await assertAgentExists(services, invitee, `attendees/${at}/`);
    const twin = invitees.findIndex((one) => isDuplicate(one, invitee));
    if (twin < at)
      throw invalidField(
        `attendees/${at}`,
        "twice",
        `must not repeat an attendee: it is the same as attendees/${twin}`,
      );
  }
  if (invitees.filter(({ kind }) => kind === "organizer").length > 1)
    throw invalidField("attendees", "organizer", "must contain at most one organizer");
}

const isDuplicate = (one: InviteeInput, other: InviteeInput): boolean =>
  one === other || isSame(one, attendeeOf({ id: () => "", now: 0 }, "", other));

/** The record of a new event. The calling agent becomes the organizer if it invites others. */
export function newEvent(
  ctx: Pick<Transacting, "id" | "now"> & { caller: Caller },
  id: string,
  calendar: CalendarRecord,
  said: NewEventInput,
): EventRecord {
  const { now, caller } = ctx;
  const attendees = newAttendees(ctx, id, said.attendees ?? []);
  const uid = `${id}@postern`;
  return omitUndefined({
    id,
    uid,
    icalUid: uid,
    accountId: calendar.accountId,
    calendarId: calendar.id,
    title: said.title.trim(),
    description: said.description || undefined,
    location: said.location || undefined,
    creatorAgentId: caller.agentId,
    organizerAgentId: attendees.find(({ kind }) => kind === "organizer")?.agentId,
    ...timesOf(said, calendar.timezone),
    createdAt: now,
    updatedAt: now,
    sequence: 0,
    // All-day events usually describe the day and do not block its time.
    busyStatus: said.busyStatus ?? (said.allDay ? ("free" as const) : ("busy" as const)),
    status: said.status ?? ("confirmed" as const),
    visibility: said.visibility ?? ("default" as const),
    descriptionRedactionStatus: "full_local" as const,
    locationRedactionStatus: "full_local" as const,
    providerProvenance: {},
    safePayload: {},
    attendees,
  });
}

function newAttendees(
  ctx: Pick<Transacting, "id" | "now"> & { caller: Caller },
  eventId: string,
  invitees: readonly InviteeInput[],
): AttendeeRecord[] {
  const attendees = invitees.map((invitee) => attendeeOf(ctx, eventId, invitee));
  const { agentId: agent } = ctx.caller;
  const needsOne = invitees.length > 0 && !attendees.some(({ kind }) => kind === "organizer");
  if (agent === undefined || !needsOne) return attendees;
  const own = attendees.find(({ agentId }) => agentId === agent);
  if (own)
    return attendees.map((one) => (one === own ? { ...one, kind: "organizer", responseStatus: "accepted" } : one));
  return [attendeeOf(ctx, eventId, { agent, kind: "organizer" }), ...attendees];
}
