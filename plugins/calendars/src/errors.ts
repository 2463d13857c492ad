import { defineError, T } from "@postern/core";

const calendar = T.Object({ calendarId: T.String() });
const event = T.Object({ eventId: T.String() });

export const CalendarNotFound = defineError("calendars.calendar_not_found", {
  status: 404,
  data: calendar,
  message: ({ calendarId }) => `There is no calendar ${calendarId} that you may see`,
  fix: () => "postern calendars list",
});

export const CalendarArchived = defineError("calendars.calendar_archived", {
  status: 409,
  data: calendar,
  message: ({ calendarId }) => `The calendar ${calendarId} is archived and takes no changes`,
  fix: ({ calendarId }) => `postern calendars unarchive --calendar ${calendarId}`,
});

export const RoleMissing = defineError("calendars.role_missing", {
  status: 403,
  data: T.Object({ calendarId: T.String(), role: T.String(), needed: T.String() }),
  message: ({ calendarId, role, needed }) =>
    `This takes a ${needed} of the calendar ${calendarId}; you are its ${role}`,
});

export const MemberNotFound = defineError("calendars.member_not_found", {
  status: 404,
  data: T.Object({ calendarId: T.String(), with: T.String() }),
  message: (data) => `The calendar ${data.calendarId} is not shared with ${data.with}`,
});

export const TooManyMembers = defineError("calendars.too_many_members", {
  status: 409,
  data: T.Object({ calendarId: T.String(), limit: T.Integer() }),
  message: ({ calendarId, limit }) => `The calendar ${calendarId} is shared with ${limit} already, which is the most`,
});

export const AccountNotFound = defineError("calendars.account_not_found", {
  status: 404,
  data: T.Object({ accountId: T.String() }),
  message: ({ accountId }) => `There is no account ${accountId}`,
  fix: () => "postern calendars accounts list",
});

export const EventNotFound = defineError("calendars.event_not_found", {
  status: 404,
  data: event,
  message: ({ eventId }) => `There is no event ${eventId} that you may see`,
  fix: () => "postern calendars events list",
});

export const OccurrenceNotFound = defineError("calendars.occurrence_not_found", {
  status: 404,
  data: T.Object({ eventId: T.String(), originalStartAt: T.Integer() }),
  message: ({ eventId, originalStartAt }) => `The event ${eventId} has no occurrence that begins at ${originalStartAt}`,
  fix: ({ eventId }) => `postern calendars events show --event ${eventId}`,
});

export const EventCancelled = defineError("calendars.event_cancelled", {
  status: 409,
  data: event,
  message: ({ eventId }) => `The event ${eventId} is cancelled`,
  fix: ({ eventId }) => `postern calendars events restore --event ${eventId}`,
});

export const EventNotCancelled = defineError("calendars.event_not_cancelled", {
  status: 409,
  data: event,
  message: ({ eventId }) => `The event ${eventId} is not cancelled`,
});

export const SequenceMismatch = defineError("calendars.sequence_mismatch", {
  status: 409,
  data: T.Object({ eventId: T.String(), expected: T.Integer(), sequence: T.Integer() }),
  message: ({ eventId, expected, sequence }) =>
    `The event ${eventId} has the sequence ${sequence} by now, not ${expected}: look at it again`,
  fix: ({ eventId }) => `postern calendars events show --event ${eventId}`,
});

export const EventConflict = defineError("calendars.event_conflict", {
  status: 409,
  data: event,
  message: ({ eventId }) => `This idempotencyKey has made ${eventId}, of other fields`,
  fix: ({ eventId }) => `postern calendars events show --event ${eventId}`,
});

export const AttendeeNotFound = defineError("calendars.attendee_not_found", {
  status: 404,
  data: T.Object({ eventId: T.String(), attendee: T.String() }),
  message: ({ eventId, attendee }) => `${attendee} is no attendee of the event ${eventId}`,
  fix: ({ eventId }) => `postern calendars events show --event ${eventId}`,
});

export const AttendeeAmbiguous = defineError("calendars.attendee_ambiguous", {
  status: 409,
  data: T.Object({ eventId: T.String(), attendee: T.String(), candidates: T.Array(T.String()) }),
  message: ({ eventId, attendee, candidates }) =>
    `${attendee} stands for several attendees of the event ${eventId}: ${candidates.join(", ")}; give the e-mail too`,
});

export const NotYourAnswer = defineError("calendars.not_your_answer", {
  status: 403,
  data: T.Object({ eventId: T.String(), calendarId: T.String() }),
  message: ({ calendarId }) =>
    `To answer for others takes calendars:write on ${calendarId}, and a writer of it; you may answer for your own agent`,
});

export const AnswerConflict = defineError("calendars.answer_conflict", {
  status: 409,
  data: T.Object({ eventId: T.String(), answer: T.String() }),
  message: ({ eventId, answer }) =>
    `This idempotencyKey has answered ${answer} for an attendee of ${eventId}; another answer takes another key`,
});

export const TooManyOccurrences = defineError("calendars.too_many_occurrences", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) => `There are more than ${limit} occurrences from \`from\` to \`to\`: ask for less time at once`,
});

export const TooManyChanges = defineError("calendars.too_many_changes", {
  status: 409,
  data: T.Object({ eventId: T.String(), limit: T.Integer() }),
  message: ({ eventId, limit }) =>
    `${limit} occurrences of ${eventId} differ from it already, which is the most: change the series instead`,
});

export const CalendarTooLarge = defineError("calendars.calendar_too_large", {
  status: 409,
  data: T.Object({ calendarId: T.String(), limit: T.Integer() }),
  message: ({ calendarId, limit }) => `The calendar ${calendarId} takes more than ${limit} bytes as iCalendar`,
});

export const AccountExists = defineError("calendars.account_exists", {
  status: 409,
  data: T.Object({ accountId: T.String() }),
  message: ({ accountId }) => `There is an account ${accountId} already`,
  fix: ({ accountId }) => `postern calendars accounts show --id ${accountId}`,
});

export const TooManyAccounts = defineError("calendars.too_many_accounts", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) => `There are ${limit} accounts, which is the most; remove one that is not needed`,
  fix: () => "postern calendars accounts list",
});

export const AccountStopped = defineError("calendars.account_stopped", {
  status: 409,
  data: T.Object({ accountId: T.String(), reason: T.String(), connection: T.Optional(T.String()) }),
  message: ({ accountId, reason }) => `The account ${accountId} is stopped (${reason})`,
  fix: ({ accountId, reason, connection }) =>
    reason === "connection_disabled" && connection !== undefined
      ? `postern credentials connections enable --connection ${connection}`
      : `postern calendars accounts update --id ${accountId}`,
});

export const ConnectionUnknown = defineError("calendars.connection_unknown", {
  status: 404,
  data: T.Object({ connection: T.String(), provider: T.String() }),
  message: ({ connection, provider }) => `There is no connection ${connection} of the provider ${provider}`,
  fix: ({ connection, provider }) =>
    `postern credentials connections create --provider ${provider} --connection ${connection} --secret-file -`,
});

export const OutboxNotFound = defineError("calendars.outbox_not_found", {
  status: 404,
  data: T.Object({ id: T.String() }),
  message: ({ id }) => `There is no outbox entry ${id} that you may see`,
  fix: () => "postern calendars outbox list",
});

export const OutboxSettled = defineError("calendars.outbox_settled", {
  status: 409,
  data: T.Object({ id: T.String(), state: T.String() }),
  message: ({ id, state }) => `The outbox entry ${id} is ${state}`,
  fix: ({ id }) => `postern calendars outbox show --id ${id}`,
});

export const NothingToSync = defineError("calendars.nothing_to_sync", {
  status: 409,
  data: T.Object({ accountId: T.String(), provider: T.String() }),
  message: ({ accountId, provider }) =>
    `The account ${accountId} is of ${provider}, which keeps no calendars to take over`,
  fix: () => "postern calendars accounts list",
});

export const ProviderTrouble = defineError("calendars.provider_trouble", {
  status: 502,
  data: T.Object({ accountId: T.String(), reason: T.String(), retryAfter: T.Optional(T.Integer()) }),
  message: ({ accountId, reason }) => `The provider of ${accountId} did not answer as it should: ${reason}`,
  fix: ({ accountId }) => `postern calendars accounts show --id ${accountId}`,
});
