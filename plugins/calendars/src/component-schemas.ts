import { Invitee } from "./event-fields.ts";
import { Diagnostic } from "./operations/import.ts";
import { Account, AccountConfig, Attendee, Calendar, Event, Member, OutboxEntry } from "./schemas.ts";

/** Schemas that several operations or events share, under the names that generated clients give them. */
export const schemas = {
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
