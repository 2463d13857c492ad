import type ICAL from "ical.js";
import type { ResponseStatus } from "../../schemas.ts";
import { Fault } from "../fault.ts";
import { addOverride, attendeeOf, isOverrideOf, masterOf, openObject, overrideOf } from "./object.ts";
import type { ZoneDefault } from "./times.ts";

/** PARTSTAT values of responses. `unknown` has no equivalent and is not delivered. */
export const PARTSTATS: Readonly<Record<Exclude<ResponseStatus, "unknown">, string>> = {
  accepted: "ACCEPTED",
  declined: "DECLINED",
  tentative: "TENTATIVE",
  needs_action: "NEEDS-ACTION",
};

export interface ResponseChange {
  /** Address of the attendee in the form used for comparison. */
  readonly address: string;
  readonly partstat: string;
  /** Original start time, if a single occurrence is answered. */
  readonly occurrence: number | undefined;
  /** Occurrences with an individual response of the same attendee, which a response to the series must not change. */
  readonly answered: readonly number[];
}

const partstatOf = (attendee: ICAL.Property): string =>
  String(attendee.getFirstParameter("partstat") ?? "NEEDS-ACTION").toUpperCase();

/**
 * Writes one attendee's response into an object and changes nothing else: not the responses of others, nor individual
 * responses of the same attendee to other occurrences. `isChanged` is false if the object already contains the
 * response.
 */
export function applyResponse(
  text: string,
  answer: ResponseChange,
  place: ZoneDefault,
): { text: string; isChanged: boolean } {
  const object = openObject(text);
  const asked =
    answer.occurrence === undefined
      ? attendeesOfSeries(object, answer, place)
      : attendeesOfOccurrence(object, answer, place);
  const others = asked.filter((attendee) => partstatOf(attendee) !== answer.partstat);
  for (const attendee of others) attendee.setParameter("partstat", answer.partstat);
  return others.length === 0 ? { text, isChanged: false } : { text: `${object.toString()}\r\n`, isChanged: true };
}

/** The attendee in a series or single event, and in changed occurrences that have the same response. */
function attendeesOfSeries(
  object: ICAL.Component,
  { address, answered }: ResponseChange,
  place: ZoneDefault,
): ICAL.Property[] {
  const events = object.getAllSubcomponents("vevent");
  const master = masterOf(object);
  const ownAttendee = master && attendeeOf(master, address);
  if (master && !ownAttendee) throw attendeeMissing();
  const before = ownAttendee && partstatOf(ownAttendee);
  const others = events.filter((event) => event !== master && !answered.some((at) => isOverrideOf(event, at, place)));
  const same = others
    .map((event) => attendeeOf(event, address))
    .filter((one) => one !== undefined && (before === undefined || partstatOf(one) === before)) as ICAL.Property[];
  const all = ownAttendee ? [ownAttendee, ...same] : same;
  if (all.length === 0) throw attendeeMissing();
  return all;
}

/** The attendee in one occurrence. If the response differs and the occurrence has no override, one is added. */
function attendeesOfOccurrence(
  object: ICAL.Component,
  { address, partstat, occurrence = 0 }: ResponseChange,
  place: ZoneDefault,
): ICAL.Property[] {
  const own = overrideOf(object, occurrence, place);
  const current = own ?? masterOf(object);
  const attendee = current && attendeeOf(current, address);
  if (!attendee) throw attendeeMissing();
  if (own || partstatOf(attendee) === partstat) return [attendee];
  const made = addOverride(object, occurrence, place);
  const there = made && attendeeOf(made, address);
  if (!there) throw new Fault("bad_answer", "The event on the server has no start time");
  return [there];
}

const attendeeMissing = (): Fault =>
  new Fault("attendee_missing", "The event on the server no longer lists this attendee");
