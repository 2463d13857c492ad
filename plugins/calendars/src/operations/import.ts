import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { openCalendarOf } from "../calendar.ts";
import { accounts, LOCAL } from "../collections.ts";
import { CalendarArchived, CalendarNotFound, RoleMissing } from "../errors.ts";
import { calendarImported, eventsChanged } from "../events.ts";
import { CalendarId } from "../fields.ts";
import { group } from "../group.ts";
import { importDraft, saveZones, seriesFirst } from "../ical/import.ts";
import { assertFitting } from "../ical/import-size.ts";
import { readInput } from "../ical/input.ts";
import { pacer } from "../ical/text.ts";
import { enqueue } from "../outbox.ts";

/** Maximum number of events reported in one gateway event. */
const PORTION = 500;
const MEBIBYTE = 2 ** 20;

export const Diagnostic = T.Object({
  line: T.Integer({ description: "First line of the component, counted from 1" }),
  component: T.String({ description: "Type of the component, such as VEVENT" }),
  uid: T.Optional(T.String({ description: "UID of the event in iCalendar" })),
  severity: described(oneOf("error", "warning"), "Severity; components with errors are skipped"),
  message: T.String({ description: "Description of the problem" }),
});

/** Not named `import`, which is a reserved word. */
export const importEvents = defineCommand(group, {
  id: "calendars.import",
  summary: "Import events from iCalendar text",
  description:
    "Events are matched by UID. An existing event is updated if the text has a higher SEQUENCE or a later modification time, and skipped otherwise, so importing the same text twice changes nothing. Data that Postern does not interpret is kept for export. Components that cannot be read are skipped and reported in `diagnostics`, which lists the first hundred. The import is a single commit of up to 24,000 events, fewer if they are series, have attendees or are delivered to a calendar server, and sends no invitations.",
  input: T.Object({
    calendar: CalendarId,
    ics: T.String({
      contentMediaType: "text/calendar",
      minLength: 1,
      description: "iCalendar text (RFC 5545), at most 16 MiB",
    }),
  }),
  output: T.Object({
    created: T.Integer({ description: "Number of events created" }),
    updated: T.Integer({ description: "Number of events updated" }),
    skipped: T.Integer({
      description: "Number of components skipped because they were not newer or could not be imported",
    }),
    diagnostics: withColumns(T.Array(Diagnostic, { description: "Problems found in the text" }), {
      severity: "status",
      line: "plain",
      component: ["plain", 1],
      uid: ["text", 2],
      message: "text",
    }),
    diagnosticCount: T.Integer({ description: "Total number of diagnostics" }),
  }),
  errors: [CalendarNotFound, CalendarArchived, RoleMissing],
  examples: [
    {
      title: "Import one event",
      input: {
        calendar: "cal_019aa5c2d1e04f3b8c6d7e12",
        ics: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT\r\nUID:1@example.org\r\nDTSTAMP:20261120T080000Z\r\nDTSTART:20261123T080000Z\r\nDTEND:20261123T090000Z\r\nSUMMARY:Stand-up\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
      },
    },
  ],
  bodyLimit: 16 * MEBIBYTE,
  resource: ({ calendar }) => calendar,
  async plan(ctx, input) {
    const { store, caller } = ctx;
    const { calendar } = await openCalendarOf({ store, caller }, input.calendar, "writer");
    const { drafts, left, diagnosticCount } = await readInput(ctx, input.ics, calendar.timezone);
    const isTold = calendar.accountId !== LOCAL;
    const account = isTold ? await store.get(accounts, calendar.accountId) : undefined;
    assertFitting(drafts, account?.provider === "caldav");
    return {
      summary: `Import ${drafts.length} events into the calendar ${calendar.name}`,
      events: drafts.length,
      left,
      diagnosticCount,
      ...(isTold && { effects: [`Updates the calendar server of the account ${calendar.accountId}, if it has one`] }),
    };
  },
  async execute(ctx, _plan, input) {
    const { store, caller, emit } = ctx;
    const { calendar } = await openCalendarOf({ store, caller }, input.calendar, "writer");
    const { drafts, left, diagnostics, diagnosticCount, definitions } = await readInput(
      ctx,
      input.ics,
      calendar.timezone,
    );
    const counts = { created: 0, updated: 0, skipped: left };
    const account = calendar.accountId === LOCAL ? undefined : await store.get(accounts, calendar.accountId);
    const others = pacer();
    const changed: string[] = [];
    for (const draft of seriesFirst(drafts)) {
      const { fate, event } = await importDraft(ctx, calendar, draft);
      counts[fate]++;
      if (fate !== "skipped") changed.push(event.id);
      if (fate !== "skipped" && account?.provider === "caldav")
        await enqueue(ctx, {
          operation: fate === "created" ? "create" : "update",
          event,
          calendar,
          payload: { sequence: event.sequence },
        });
      await others();
    }
    await saveZones(ctx, calendar.id, drafts, definitions);
    for (let at = 0; at < changed.length; at += PORTION)
      emit(eventsChanged, { calendarId: calendar.id, eventIds: changed.slice(at, at + PORTION) });
    if (counts.created + counts.updated > 0) emit(calendarImported, { calendarId: calendar.id, ...counts });
    return { ...counts, diagnostics: [...diagnostics], diagnosticCount };
  },
});
