import { isEmail, normalized } from "../attendee.ts";
import type { AttendeeRecord } from "../collections.ts";
import type { Attendee, ResponseStatus } from "../schemas.ts";
import { type Component, type Property, parameterOf, propertiesOf, propertyOf } from "./jcal.ts";

/** An attendee or organizer in an iCalendar text. */
export interface Person {
  readonly agentId?: string;
  readonly email?: string;
  readonly displayName?: string;
  readonly kind: Attendee["kind"];
  readonly responseStatus: ResponseStatus;
  readonly raw: { attendee?: Record<string, unknown>; organizer?: Record<string, unknown> };
}

const ANSWERS: Record<string, ResponseStatus> = {
  "NEEDS-ACTION": "needs_action",
  ACCEPTED: "accepted",
  DECLINED: "declined",
  TENTATIVE: "tentative",
};
/** Prefix of the addresses of agents, which may have no e-mail address. */
export const AGENT = "urn:x-postern-agent:";

/** The attendees and the organizer of a component. */
export function peopleIn(component: Component): Person[] {
  const organizer = propertyOf(component, "organizer");
  const people = propertiesOf(component, "attendee").map(readAttendee);
  if (!organizer) return people;
  const address = addressOf(organizer);
  const own = people.findIndex((one) => hasAddress(one, address));
  const raw = { organizer: organizer[1] };
  if (own >= 0) {
    const before = people[own] as Person;
    return people.with(own, { ...before, kind: "organizer", raw: { ...before.raw, ...raw } });
  }
  return [{ ...address, ...nameOf(organizer), kind: "organizer", responseStatus: "accepted", raw }, ...people];
}

function readAttendee(property: Property): Person {
  return {
    ...addressOf(property),
    ...nameOf(property),
    kind: kindOf(property),
    responseStatus: ANSWERS[(parameterOf(property, "partstat") ?? "NEEDS-ACTION").toUpperCase()] ?? "unknown",
    raw: { attendee: property[1] },
  };
}

function kindOf(property: Property): Attendee["kind"] {
  const [role, type] = [parameterOf(property, "role"), parameterOf(property, "cutype")].map((one) =>
    one?.toUpperCase(),
  );
  if (type === "RESOURCE" || type === "ROOM") return "resource";
  return role === "OPT-PARTICIPANT" || role === "NON-PARTICIPANT" ? "optional" : "required";
}

const nameOf = (property: Property) => {
  const name = parameterOf(property, "cn")?.trim().slice(0, 200);
  return name ? { displayName: name } : {};
};

function addressOf(property: Property): { agentId?: string; email?: string } {
  const value = String(property[3] ?? "");
  if (value.toLowerCase().startsWith(AGENT)) return { agentId: value.slice(AGENT.length) };
  const email = [value.replace(/^mailto:/i, ""), parameterOf(property, "email") ?? ""]
    .map((one) => one.trim())
    .find(isEmail);
  return email === undefined ? {} : { email };
}

const hasAddress = (person: Person, { agentId, email }: { agentId?: string; email?: string }): boolean =>
  (agentId !== undefined && person.agentId === agentId) ||
  (email !== undefined && person.email !== undefined && normalized(person.email) === normalized(email));

const parametersIn = (raw: unknown): Record<string, string> =>
  typeof raw === "object" && raw !== null ? { ...(raw as Record<string, string>) } : {};

/** Attendees and the organizer as properties; those without an address are omitted. */
export function peopleAsProperties(attendees: readonly AttendeeRecord[]): Property[] {
  return attendees.flatMap((attendee) => {
    const { agentId, email, kind, raw } = attendee;
    const address = email === undefined ? agentId && `${AGENT}${agentId}` : `mailto:${email}`;
    if (!address) return [];
    const written: Property[] = [];
    if (kind === "organizer")
      written.push(["organizer", organizerParameters(attendee, parametersIn(raw.organizer)), "cal-address", address]);
    const isOrganizerOnly = kind === "organizer" && raw.organizer !== undefined && raw.attendee === undefined;
    if (!isOrganizerOnly)
      written.push(["attendee", attendeeParameters(attendee, parametersIn(raw.attendee)), "cal-address", address]);
    return written;
  });
}

const organizerParameters = ({ displayName }: AttendeeRecord, { cn: _cn, ...parameters }: Record<string, string>) => ({
  ...parameters,
  ...(displayName !== undefined && { cn: displayName }),
});

const ROLES = {
  organizer: "CHAIR",
  required: "REQ-PARTICIPANT",
  optional: "OPT-PARTICIPANT",
  resource: "NON-PARTICIPANT",
};

function attendeeParameters(attendee: AttendeeRecord, before: Record<string, string>): Record<string, string> {
  const { kind, responseStatus } = attendee;
  const isKnown = kind === "organizer" ? "role" in before : kindOf(["attendee", before, ""]) === kind;
  const role = isKnown ? {} : { role: ROLES[kind], ...(kind === "resource" && { cutype: "RESOURCE" }) };
  const [partstat = before.partstat ?? "NEEDS-ACTION"] =
    Object.entries(ANSWERS).find(([, status]) => status === responseStatus) ?? [];
  const isUnsaid = partstat === "NEEDS-ACTION" && before.partstat === undefined;
  return organizerParameters(attendee, { ...before, ...role, ...(!isUnsaid && { partstat }) });
}
