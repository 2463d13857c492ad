import { Day, DayEvent } from "./agenda/day-schemas.ts";
import { Invitee } from "./event-fields.ts";
import { Diagnostic } from "./operations/import.ts";
import { Account, AccountConfig, Attendee, Calendar, Event, Member, OutboxEntry } from "./schemas.ts";

/** Schemas shared by several operations or events, under the names used in generated clients. */
export const schemas = {
  CalendarDay: Day,
  CalendarDayEvent: DayEvent,
  Calendar,
  CalendarAccount: Account,
  CalendarAccountConfig: AccountConfig,
  CalendarAttendee: Attendee,
  CalendarEvent: Event,
  CalendarImportDiagnostic: Diagnostic,
  CalendarInvitee: Invitee,
  CalendarMember: Member,
  CalendarOutboxEntry: OutboxEntry,
};
