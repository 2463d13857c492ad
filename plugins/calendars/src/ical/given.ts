import { wrong } from "../time/moment.ts";
import { Unreadable } from "./jcal.ts";
import { isICalendar } from "./portions.ts";
import { type Read, readText } from "./text.ts";

const LARGEST = 16 * 2 ** 20;

/** By the input that they were read from: a plan reads what its execution takes, also where that runs again. */
const known = new WeakMap<object, { zone: string; read: Promise<Read> }>();

/** The text of an input, read; 400 where it is no iCalendar. */
export function readGiven(input: { ics: string }, zone: string): Promise<Read> {
  const before = known.get(input);
  if (before?.zone === zone) return before.read;
  const read = reading(input.ics, zone);
  known.set(input, { zone, read });
  return read;
}

async function reading(ics: string, zone: string): Promise<Read> {
  // Not by the schema, which would count the letters of it one by one.
  if (ics.length > LARGEST) throw wrong("ics", "maxLength", `must have at most ${LARGEST} characters`);
  if (!isICalendar(ics)) throw wrong("ics", "icalendar", "must be iCalendar text, which begins with BEGIN:VCALENDAR");
  try {
    return await readText(ics, zone);
  } catch (fault) {
    if (fault instanceof Unreadable) throw wrong("ics", "icalendar", fault.message);
    throw fault;
  }
}
