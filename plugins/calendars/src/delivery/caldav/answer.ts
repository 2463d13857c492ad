import type { ResponseStatus } from "../../schemas.ts";
import { Fault } from "../fault.ts";
import type { Place } from "./moment.ts";
import { addOverride, attendeeOf, masterOf, openObject, overrideOf } from "./object.ts";

/** What iCalendar calls an answer; it has no word for `unknown`, which is therefore told nobody. */
export const PARTSTATS: Readonly<Record<Exclude<ResponseStatus, "unknown">, string>> = {
  accepted: "ACCEPTED",
  declined: "DECLINED",
  tentative: "TENTATIVE",
  needs_action: "NEEDS-ACTION",
};

export interface Answer {
  /** As it is compared. */
  readonly email: string;
  readonly partstat: string;
  /** When the occurrence begins by the rule, where it is one of a series that is answered. */
  readonly occurrence: number | undefined;
}

/**
 * The object with one attendee's answer in it, and nothing else changed: not the answers of others, not those that the
 * same attendee gave for other occurrences. `isChanged` is false where it holds the answer already.
 */
export function answerIn(text: string, { email, partstat, occurrence }: Answer, place: Place) {
  const object = openObject(text);
  const standing =
    occurrence === undefined ? masterOf(object) : (overrideOf(object, occurrence, place) ?? masterOf(object));
  const attendee = standing && attendeeOf(standing, email);
  if (!attendee) throw new Fault("attendee_missing", "The event on the server does not name this attendee any more");
  if ((attendee.getFirstParameter("partstat") ?? "NEEDS-ACTION").toUpperCase() === partstat)
    return { text, isChanged: false };
  const isOfSeries = occurrence !== undefined && !standing.hasProperty("recurrence-id");
  const recurs = standing.hasProperty("rrule") || standing.hasProperty("rdate");
  const answered = isOfSeries && recurs ? addOverride(object, occurrence, place) : standing;
  const own = answered && attendeeOf(answered, email);
  if (!own) throw new Fault("bad_answer", "The event on the server has no begin");
  own.setParameter("partstat", partstat);
  return { text: `${object.toString()}\r\n`, isChanged: true };
}
