import type ICAL from "ical.js";
import type { ResponseStatus } from "../../schemas.ts";
import { Fault } from "../fault.ts";
import type { Place } from "./moment.ts";
import { addOverride, attendeeOf, isOf, masterOf, openObject, overrideOf } from "./object.ts";

/** What iCalendar calls an answer; it has no word for `unknown`, which is therefore told nobody. */
export const PARTSTATS: Readonly<Record<Exclude<ResponseStatus, "unknown">, string>> = {
  accepted: "ACCEPTED",
  declined: "DECLINED",
  tentative: "TENTATIVE",
  needs_action: "NEEDS-ACTION",
};

export interface Answer {
  /** The attendee's, as it is compared. */
  readonly address: string;
  readonly partstat: string;
  /** When the occurrence begins by the rule, where it is one of a series that is answered. */
  readonly occurrence: number | undefined;
  /** Occurrences that the same attendee has answered by themselves: an answer to their series is none to them. */
  readonly answered: readonly number[];
}

const partstatOf = (attendee: ICAL.Property): string =>
  String(attendee.getFirstParameter("partstat") ?? "NEEDS-ACTION").toUpperCase();

/**
 * The object with one attendee's answer in it, and nothing else changed: not the answers of others, not those that the
 * same attendee gave to other occurrences. `isChanged` is false where it holds the answer already.
 */
export function answerIn(text: string, answer: Answer, place: Place): { text: string; isChanged: boolean } {
  const object = openObject(text);
  const asked = answer.occurrence === undefined ? ofAll(object, answer, place) : ofOne(object, answer, place);
  const others = asked.filter((attendee) => partstatOf(attendee) !== answer.partstat);
  for (const attendee of others) attendee.setParameter("partstat", answer.partstat);
  return others.length === 0 ? { text, isChanged: false } : { text: `${object.toString()}\r\n`, isChanged: true };
}

/** The attendee of a series or a single event, and of those occurrences that only say what the series says. */
function ofAll(object: ICAL.Component, { address, answered }: Answer, place: Place): ICAL.Property[] {
  const events = object.getAllSubcomponents("vevent");
  const master = masterOf(object);
  const standing = master && attendeeOf(master, address);
  if (master && !standing) throw missing();
  const before = standing && partstatOf(standing);
  const others = events.filter((event) => event !== master && !answered.some((at) => isOf(event, at, place)));
  const same = others
    .map((event) => attendeeOf(event, address))
    .filter((one) => one !== undefined && (before === undefined || partstatOf(one) === before)) as ICAL.Property[];
  const all = standing ? [standing, ...same] : same;
  if (all.length === 0) throw missing();
  return all;
}

/** The attendee of one occurrence, which gets an event of its own where it has none and is answered otherwise. */
function ofOne(object: ICAL.Component, { address, partstat, occurrence = 0 }: Answer, place: Place): ICAL.Property[] {
  const own = overrideOf(object, occurrence, place);
  const standing = own ?? masterOf(object);
  const attendee = standing && attendeeOf(standing, address);
  if (!attendee) throw missing();
  if (own || partstatOf(attendee) === partstat) return [attendee];
  const made = addOverride(object, occurrence, place);
  const there = made && attendeeOf(made, address);
  if (!there) throw new Fault("bad_answer", "The event on the server has no start time");
  return [there];
}

const missing = (): Fault => new Fault("attendee_missing", "The event on the server no longer lists this attendee");
