import type { QueryContext } from "@postern/core";
import { wrong } from "../time/moment.ts";
import { Unreadable } from "./jcal.ts";
import { isICalendar } from "./portions.ts";
import { type Read, readText } from "./text.ts";

const LARGEST = 16 * 2 ** 20;

/** Reads the text of an input, once per call; 400 if it is not iCalendar. */
export const readGiven = ({ memo }: Pick<QueryContext, "memo">, ics: string, zone: string): Promise<Read> =>
  memo(`events in ${zone}`, () => reading(ics, zone));

async function reading(ics: string, zone: string): Promise<Read> {
  // Not checked by the schema, which would count the characters one by one.
  if (ics.length > LARGEST) throw wrong("ics", "maxLength", `must have at most ${LARGEST} characters`);
  if (!isICalendar(ics)) throw wrong("ics", "icalendar", "must be iCalendar text, starting with BEGIN:VCALENDAR");
  try {
    return await readText(ics, zone);
  } catch (fault) {
    if (fault instanceof Unreadable) throw wrong("ics", "icalendar", fault.message);
    throw fault;
  }
}
