import { defineError, T } from "@postern/core";

const calendar = T.Object({ calendarId: T.String() });
const event = T.Object({ eventId: T.String() });

export const CalendarNotFound = defineError("calendars.calendar_not_found", {
  status: 404,
  data: calendar,
  message: ({ calendarId }) => `Calendar "${calendarId}" not found. List calendars with "postern calendars list".`,
  fix: () => "postern calendars list",
});

export const CalendarArchived = defineError("calendars.calendar_archived", {
  status: 409,
  data: calendar,
  message: ({ calendarId }) => `Calendar "${calendarId}" is archived and cannot be changed. Unarchive it first.`,
  fix: ({ calendarId }) => `postern calendars unarchive --calendar ${calendarId}`,
});

export const RoleMissing = defineError("calendars.role_missing", {
  status: 403,
  data: T.Object({ calendarId: T.String(), role: T.String(), needed: T.String() }),
  message: ({ calendarId, role, needed }) =>
    `This requires the role ${needed} in calendar "${calendarId}"; your role is ${role}.`,
});

export const MemberNotFound = defineError("calendars.member_not_found", {
  status: 404,
  data: T.Object({ calendarId: T.String(), with: T.String() }),
  message: (data) => `Calendar "${data.calendarId}" is not shared with ${data.with}.`,
});

export const TooManyMembers = defineError("calendars.too_many_members", {
  status: 409,
  data: T.Object({ calendarId: T.String(), limit: T.Integer() }),
  message: ({ calendarId, limit }) =>
    `Calendar "${calendarId}" is already shared with ${limit} members, the maximum. Remove a member first.`,
});

export const AccountNotFound = defineError("calendars.account_not_found", {
  status: 404,
  data: T.Object({ accountId: T.String() }),
  message: ({ accountId }) => `Account "${accountId}" not found. List accounts with "postern calendars accounts list".`,
  fix: () => "postern calendars accounts list",
});

export const EventNotFound = defineError("calendars.event_not_found", {
  status: 404,
  data: event,
  message: ({ eventId }) => `Event "${eventId}" not found. List events with "postern calendars events list".`,
  fix: () => "postern calendars events list",
});

export const OccurrenceNotFound = defineError("calendars.occurrence_not_found", {
  status: 404,
  data: T.Object({ eventId: T.String(), originalStartAt: T.Integer() }),
  message: ({ eventId, originalStartAt }) =>
    `Event "${eventId}" has no occurrence that starts at ${originalStartAt}. Check its recurrence rule.`,
  fix: ({ eventId }) => `postern calendars events show --event ${eventId}`,
});

export const EventCancelled = defineError("calendars.event_cancelled", {
  status: 409,
  data: event,
  message: ({ eventId }) => `Event "${eventId}" is cancelled. Restore it first.`,
  fix: ({ eventId }) => `postern calendars events restore --event ${eventId}`,
});

export const EventNotCancelled = defineError("calendars.event_not_cancelled", {
  status: 409,
  data: event,
  message: ({ eventId }) => `Event "${eventId}" is not cancelled.`,
});

export const SequenceMismatch = defineError("calendars.sequence_mismatch", {
  status: 409,
  data: T.Object({ eventId: T.String(), expected: T.Integer(), sequence: T.Integer() }),
  message: ({ eventId, expected, sequence }) =>
    `Event "${eventId}" has been changed: its sequence is ${sequence}, not ${expected}. Read the event again and retry.`,
  fix: ({ eventId }) => `postern calendars events show --event ${eventId}`,
});

export const EventConflict = defineError("calendars.event_conflict", {
  status: 409,
  data: event,
  message: ({ eventId }) =>
    `This idempotencyKey was already used to create event "${eventId}" with different fields. Use another key.`,
  fix: ({ eventId }) => `postern calendars events show --event ${eventId}`,
});

export const AttendeeNotFound = defineError("calendars.attendee_not_found", {
  status: 404,
  data: T.Object({ eventId: T.String(), attendee: T.String() }),
  message: ({ eventId, attendee }) =>
    `Attendee "${attendee}" not found in event "${eventId}". List attendees with "postern calendars events show --event ${eventId}".`,
  fix: ({ eventId }) => `postern calendars events show --event ${eventId}`,
});

export const AttendeeAmbiguous = defineError("calendars.attendee_ambiguous", {
  status: 409,
  data: T.Object({ eventId: T.String(), attendee: T.String(), candidates: T.Array(T.String()) }),
  message: ({ eventId, attendee, candidates }) =>
    `"${attendee}" matches several attendees of event "${eventId}": ${candidates.join(", ")}. Specify the e-mail address as well.`,
});

export const NotYourAnswer = defineError("calendars.not_your_answer", {
  status: 403,
  data: T.Object({ eventId: T.String(), calendarId: T.String() }),
  message: ({ calendarId }) =>
    `You may respond for your own agent only. Responding for others requires the scope calendars:write on "${calendarId}" and the role writer in that calendar.`,
});

export const AnswerConflict = defineError("calendars.answer_conflict", {
  status: 409,
  data: T.Object({ eventId: T.String(), answer: T.String() }),
  message: ({ eventId, answer }) =>
    `This idempotencyKey was already used to record ${answer} for an attendee of event "${eventId}". Use another key for a different response.`,
});

export const TooManyOccurrences = defineError("calendars.too_many_occurrences", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) =>
    `There are more than ${limit} occurrences between \`from\` and \`to\`. Choose a shorter time range.`,
});

export const TooManyChanges = defineError("calendars.too_many_changes", {
  status: 409,
  data: T.Object({ eventId: T.String(), limit: T.Integer() }),
  message: ({ eventId, limit }) =>
    `Event "${eventId}" already has ${limit} individually changed occurrences, the maximum. Change the series instead.`,
});

export const CalendarTooLarge = defineError("calendars.calendar_too_large", {
  status: 409,
  data: T.Object({ calendarId: T.String(), limit: T.Integer() }),
  message: ({ calendarId, limit }) =>
    `Calendar "${calendarId}" is larger than ${limit} bytes as iCalendar text and cannot be exported.`,
});

export const AccountExists = defineError("calendars.account_exists", {
  status: 409,
  data: T.Object({ accountId: T.String() }),
  message: ({ accountId }) =>
    `Account "${accountId}" already exists. Choose another id or update the existing account.`,
  fix: ({ accountId }) => `postern calendars accounts show --id ${accountId}`,
});

export const TooManyAccounts = defineError("calendars.too_many_accounts", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) =>
    `There are already ${limit} accounts, the maximum. Remove an account that is no longer needed.`,
  fix: () => "postern calendars accounts list",
});

export const AccountStopped = defineError("calendars.account_stopped", {
  status: 409,
  data: T.Object({ accountId: T.String(), reason: T.String(), connection: T.Optional(T.String()) }),
  message: ({ accountId, reason }) =>
    `Account "${accountId}" is stopped (${reason}). Fix the cause and resume it by updating the account.`,
  fix: ({ accountId, reason, connection }) =>
    reason === "connection_disabled" && connection !== undefined
      ? `postern credentials connections enable --connection ${connection}`
      : `postern calendars accounts update --id ${accountId}`,
});

export const ConnectionUnknown = defineError("calendars.connection_unknown", {
  status: 404,
  data: T.Object({ connection: T.String(), provider: T.String() }),
  message: ({ connection, provider }) =>
    `Connection "${connection}" not found for the provider ${provider}. List connections with "postern credentials connections list".`,
  fix: ({ connection, provider }) =>
    `postern credentials connections create --provider ${provider} --connection ${connection} --secret-file -`,
});

export const OutboxNotFound = defineError("calendars.outbox_not_found", {
  status: 404,
  data: T.Object({ id: T.String() }),
  message: ({ id }) => `Outbox entry "${id}" not found. List outbox entries with "postern calendars outbox list".`,
  fix: () => "postern calendars outbox list",
});

export const OutboxSettled = defineError("calendars.outbox_settled", {
  status: 409,
  data: T.Object({ id: T.String(), state: T.String() }),
  message: ({ id, state }) => `Outbox entry "${id}" is ${state} and cannot be retried or discarded.`,
  fix: ({ id }) => `postern calendars outbox show --id ${id}`,
});

export const NothingToSync = defineError("calendars.nothing_to_sync", {
  status: 409,
  data: T.Object({ accountId: T.String(), provider: T.String() }),
  message: ({ accountId, provider }) =>
    `Account "${accountId}" has the provider ${provider}, which stores no calendars. Only caldav accounts can be synchronized.`,
  fix: () => "postern calendars accounts list",
});

export const ProviderTrouble = defineError("calendars.provider_trouble", {
  status: 502,
  data: T.Object({ accountId: T.String(), reason: T.String(), retryAfter: T.Optional(T.Integer()) }),
  message: ({ accountId, reason }) => `The provider of account "${accountId}" failed: ${reason}`,
  fix: ({ accountId }) => `postern calendars accounts show --id ${accountId}`,
});
