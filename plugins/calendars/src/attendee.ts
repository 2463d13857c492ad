import type { AgentDirectory } from "@postern/agents/services";
import { omitUndefined, type Transacting } from "@postern/core";
import { answerFrom } from "@postern/kit/fields";
import type { AttendeeRecord, EventRecord } from "./collections.ts";
import { AttendeeAmbiguous, AttendeeNotFound } from "./errors.ts";
import { Attendee } from "./schemas.ts";
import { invalidField } from "./time/moment.ts";

/** Maximum number of attendees of an event. */
export const MAX_ATTENDEES = 200;

const EMAIL = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u;

/** An e-mail address in the form used for comparison. */
export const normalized = (email: string): string => email.trim().toLowerCase();
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

/** An attendee as specified by a caller. */
export interface InviteeInput {
  readonly agent?: string;
  readonly email?: string;
  readonly displayName?: string;
  readonly kind?: Attendee["kind"];
}

/** Rejects an agent that does not exist. */
export async function assertAgentExists(
  { agents }: { agents: AgentDirectory | undefined },
  { agent }: InviteeInput,
  path = "",
): Promise<void> {
  if (agent !== undefined && agents && !(await agents.find(agent)))
    throw invalidField(`${path}agent`, "agent", `must be an existing agent; ${agent} does not exist`);
}

/** Whether an invitee is not an agent of this gateway and is reached by e-mail. */
export const isOutside = ({ agent, email }: InviteeInput): boolean => agent === undefined && email !== undefined;

/** Whether an attendee is a guest who is notified by e-mail. */
export const isGuest = ({ agentId, email, kind }: Pick<AttendeeRecord, "agentId" | "email" | "kind">): boolean =>
  agentId === undefined && email !== undefined && kind !== "organizer";

/** Creates an attendee record. */
export function attendeeOf(
  { id, now }: Pick<Transacting, "id" | "now">,
  eventId: string,
  { agent, email, displayName, kind = "required" }: InviteeInput,
  given: Partial<Pick<Attendee, "responseStatus" | "raw">> = {},
): AttendeeRecord {
  return omitUndefined({
    id: id("att_"),
    eventId,
    agentId: agent,
    displayName: displayName?.trim() || undefined,
    email: email?.trim(),
    normalizedEmail: email === undefined ? undefined : normalized(email),
    kind,
    responseStatus: given.responseStatus ?? (kind === "organizer" ? ("accepted" as const) : ("needs_action" as const)),
    raw: given.raw ?? {},
    createdAt: now,
    updatedAt: now,
  });
}

const matches =
  ({ agent, email }: InviteeInput) =>
  (attendee: AttendeeRecord): boolean =>
    (agent === undefined || attendee.agentId === agent) &&
    (email === undefined || attendee.normalizedEmail === normalized(email));

/** An invitee as far as plans need it, before it is stored. */
export const invitedAs = ({ agent, email, kind = "required" }: InviteeInput) =>
  omitUndefined({ agentId: agent, email, kind });

/** Whether both have the same agent or the same e-mail address. */
export const isSame = (named: InviteeInput, attendee: AttendeeRecord): boolean =>
  (named.agent !== undefined && attendee.agentId === named.agent) ||
  (named.email !== undefined && attendee.normalizedEmail === normalized(named.email));

const describeInvitee = ({ agent, email }: InviteeInput): string =>
  [agent, email?.trim()].filter((one) => one !== undefined).join(" with ");

/**
 * The attendee that matches both the agent and the e-mail address, if given. Throws if they belong to different
 * attendees.
 */
export function attendeeIn(event: Pick<EventRecord, "id" | "attendees">, named: InviteeInput): AttendeeRecord {
  const found = event.attendees.filter(matches(named));
  const [one, ...others] = found;
  if (one && others.length === 0) return one;
  const eventId = event.id;
  if (one)
    throw AttendeeAmbiguous({
      eventId,
      attendee: describeInvitee(named),
      candidates: found.map(({ email, id }) => email ?? id).slice(0, 20),
    });
  const { agent, email } = named;
  const isEachThere =
    agent !== undefined &&
    email !== undefined &&
    event.attendees.some(matches({ agent })) &&
    event.attendees.some(matches({ email }));
  if (isEachThere)
    throw invalidField("attendeeEmail", "disagree", "must belong to the same attendee as attendeeAgent, or be omitted");
  throw AttendeeNotFound({ eventId, attendee: describeInvitee(named) });
}

/** An attendee as shown to callers. */
export const showAttendee = answerFrom(Attendee);
