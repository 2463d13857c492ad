import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { openCalendarOf } from "../calendar.ts";
import { accounts, LOCAL } from "../collections.ts";
import { CalendarArchived, CalendarNotFound, RoleMissing } from "../errors.ts";
import { calendarImported, eventsChanged } from "../events.ts";
import { CalendarId } from "../fields.ts";
import { group } from "../group.ts";
import { readGiven } from "../ical/given.ts";
import { inOrder, keepZones, takeDraft } from "../ical/take.ts";
import { pacer } from "../ical/text.ts";
import { enqueue } from "../outbox.ts";

/** Events that are told of at once. */
const PORTION = 500;
const MEBIBYTE = 2 ** 20;

export const Diagnostic = T.Object({
  line: T.Integer({ description: "Where the component begins, counted from 1" }),
  component: T.String({ description: "Kind of the component at fault, such as VEVENT" }),
  uid: T.Optional(T.String({ description: "UID of the event in iCalendar" })),
  severity: described(oneOf("error", "warning"), "How bad it is"),
  message: T.String({ description: "What is wrong, for people" }),
});

/** `import` is no name for a value. */
export const importEvents = defineCommand(group, {
  id: "calendars.import",
  summary: "Take the events of an iCalendar text into a calendar",
  description:
    "An event is known by its UID: one that is there is changed where the text has a higher SEQUENCE or was changed later, else skipped, so that the same text again changes nothing. What a component says that means nothing here is kept and goes out again. What cannot be read is told in `diagnostics`, of which the first hundred are listed, and harms no other. All is one commit. Nobody is invited by it.",
  input: T.Object({
    calendar: CalendarId,
    ics: T.String({ minLength: 1, description: "iCalendar text (RFC 5545), at most 16 MiB" }),
  }),
  output: T.Object({
    created: T.Integer({ description: "How many were created" }),
    updated: T.Integer({ description: "How many were changed" }),
    skipped: T.Integer({ description: "What was there already as new or newer, and what could not be taken over" }),
    diagnostics: T.Array(Diagnostic, { description: "What is wrong, and where" }),
    diagnosticCount: T.Integer({ description: "How many diagnostics there are in all" }),
  }),
  errors: [CalendarNotFound, CalendarArchived, RoleMissing],
  examples: [
    {
      title: "One event",
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
    const { drafts, left, diagnosticCount } = await readGiven(ctx, input.ics, calendar.timezone);
    const isTold = calendar.accountId !== LOCAL;
    return {
      summary: `Take ${drafts.length} events into the calendar ${calendar.name}`,
      events: drafts.length,
      left,
      diagnosticCount,
      ...(isTold && { effects: [`The account ${calendar.accountId}, where it keeps calendars`] }),
    };
  },
  async execute(ctx, _plan, input) {
    const { store, caller, emit } = ctx;
    const { calendar } = await openCalendarOf({ store, caller }, input.calendar, "writer");
    const { drafts, left, diagnostics, diagnosticCount, definitions } = await readGiven(
      ctx,
      input.ics,
      calendar.timezone,
    );
    const counts = { created: 0, updated: 0, skipped: left };
    const account = calendar.accountId === LOCAL ? undefined : await store.get(accounts, calendar.accountId);
    const others = pacer();
    const changed: string[] = [];
    for (const draft of inOrder(drafts)) {
      const { fate, event } = await takeDraft(ctx, calendar, draft);
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
    await keepZones(ctx, calendar.id, drafts, definitions);
    for (let at = 0; at < changed.length; at += PORTION)
      emit(eventsChanged, { calendarId: calendar.id, eventIds: changed.slice(at, at + PORTION) });
    if (counts.created + counts.updated > 0) emit(calendarImported, { calendarId: calendar.id, ...counts });
    return { ...counts, diagnostics: [...diagnostics], diagnosticCount };
  },
});
