import { defineQuery, T } from "@postern/core";
import ICAL from "ical.js";
import { calendarOf as sightOf } from "../calendar.ts";
import { type EventRecord, events } from "../collections.ts";
import { CalendarNotFound, CalendarTooLarge, RoleMissing } from "../errors.ts";
import { redactEvent } from "../event.ts";
import { CalendarId } from "../fields.ts";
import { group } from "../group.ts";
import type { Property } from "../ical/jcal.ts";
import { calendarOf, definitionsOf, type Needed, neededBy } from "../ical/object.ts";
import { pacer } from "../ical/text.ts";
import { componentOf } from "../ical/write.ts";

const MAX_SIZE = 64 * 2 ** 20;

/** Not named `export`, which is a reserved word. */
export const exportEvents = defineQuery(group, {
  id: "calendars.export",
  summary: "Export a calendar as iCalendar text",
  description:
    "Contains all events, series with their rules and individually changed occurrences, cancelled events as cancelled, and the time zones in use. Imported data that Postern does not interpret is exported again. Readers of the calendar get only the times of private events.",
  input: T.Object({ calendar: CalendarId }),
  output: T.Object({
    ics: T.String({ contentMediaType: "text/calendar", description: "The calendar as iCalendar text" }),
  }),
  errors: [CalendarNotFound, RoleMissing, CalendarTooLarge],
  examples: [{ title: "Export a calendar", input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12" } }],
  resource: ({ calendar }) => calendar,
  async run({ store: checked, caller, now }, { calendar: id }) {
    // A query reads a consistent snapshot and commits nothing, so unchecked reads are exact.
    const store = checked.unchecked;
    const { calendar, role } = await sightOf({ store, caller }, id, "reader");
    const needed: Needed = new Map();
    const written: string[] = [];
    let length = 0;
    let series: EventRecord | undefined;
    const others = pacer();
    let after: string | undefined;
    do {
      // In order of UIDs, changed occurrences follow their series.
      const page = await store.find(events, {
        by: "byUid",
        prefix: [id],
        limit: 200,
        ...(after !== undefined && { after }),
      });
      for (const event of page.items) {
        if (event.seriesId === undefined) series = event;
        if (event.deletedAt !== undefined && event.status !== "cancelled") continue;
        const shown = { ...redactEvent(event, role), ...(event.stampAt !== undefined && { stampAt: event.stampAt }) };
        neededBy([shown], needed);
        const text = ICAL.stringify(componentOf(shown, event.seriesId === series?.id ? series : undefined) as never);
        length += text.length;
        if (length > MAX_SIZE) throw CalendarTooLarge({ calendarId: id, limit: MAX_SIZE });
        written.push(text);
        await others();
      }
      after = page.next;
    } while (after !== undefined);
    const definitions = await definitionsOf({ store, calendarId: id, now }, needed);
    const properties: Property[] = [
      ["x-wr-calname", {}, "unknown", calendar.name],
      ["x-wr-timezone", {}, "unknown", calendar.timezone],
    ];
    const frame = ICAL.stringify(calendarOf(definitions, { properties }) as never);
    const end = frame.lastIndexOf("END:VCALENDAR");
    return {
      ics: [frame.slice(0, end).trimEnd(), ...written.map((text) => text.trimEnd()), "END:VCALENDAR", ""].join("\r\n"),
    };
  },
});
