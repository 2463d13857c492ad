import type { QueryContext } from "@postern/core";
import { type ParserCall, parserCallOf } from "@postern/kit/parsers";
import { invalidField } from "../time/moment.ts";
import { Unreadable } from "./jcal.ts";
import { parseText } from "./parse.ts";
import { isICalendar } from "./portions.ts";
import type { ParsedText } from "./text.ts";

const MAX_SIZE = 16 * 2 ** 20;

type InputContext = Pick<QueryContext, "memo" | "caller" | "signal">;

/** Reads the text of an input, once per call; 400 if it is not iCalendar. */
export const readInput = (ctx: InputContext, ics: string, zone: string): Promise<ParsedText> =>
  ctx.memo(`events in ${zone}`, () => parseInput(ics, zone, parserCallOf(ctx)));

async function parseInput(ics: string, zone: string, call: ParserCall): Promise<ParsedText> {
  // Not checked by the schema, which would count the characters one by one.
  if (ics.length > MAX_SIZE) throw invalidField("ics", "maxLength", `must have at most ${MAX_SIZE} characters`);
  if (!isICalendar(ics))
    throw invalidField("ics", "icalendar", "must be iCalendar text, starting with BEGIN:VCALENDAR");
  try {
    return await parseText(ics, zone, call);
  } catch (fault) {
    if (fault instanceof Unreadable) throw invalidField("ics", "icalendar", fault.message);
    throw fault;
  }
}
