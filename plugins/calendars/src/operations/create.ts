import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { ownAccountOf } from "../account.ts";
import { showCalendar } from "../calendar.ts";
import { type CalendarRecord, calendars, LOCAL } from "../collections.ts";
import { moveDefault } from "../default-calendar.ts";
import { AccountNotFound } from "../errors.ts";
import { calendarCreated } from "../events.ts";
import { AccountId, Color, Description, Name, Zone } from "../fields.ts";
import { group } from "../group.ts";
import { Calendar, CalendarVisibility } from "../schemas.ts";
import { zoneOf } from "../time/moment.ts";
import { defaultZone } from "../time/zone.ts";

export const create = defineCommand(group, {
  id: "calendars.create",
  summary: "Create a calendar",
  description:
    "The caller becomes the owner. A private calendar is visible to its owner only, a shared one also to its members, and a public one to everyone.",
  input: T.Object({
    name: described(Name, "Calendar name"),
    timezone: T.Optional(Zone),
    account: withDefault(AccountId, LOCAL),
    color: T.Optional(Color),
    description: T.Optional(Description),
    visibility: withDefault(described(CalendarVisibility, "Who can see the calendar"), "private"),
    isDefault: withDefault(
      T.Boolean({ description: "Whether to make this the owner's default calendar, replacing the current one" }),
      false,
    ),
  }),
  output: T.Object({ calendar: described(Calendar, "The calendar") }),
  errors: [AccountNotFound],
  examples: [{ title: "Create a calendar", input: { name: "Work", timezone: "Europe/Berlin", color: "#3a7bd5" } }],
  async plan(ctx, { name, account, timezone }) {
    if (timezone !== undefined) zoneOf(timezone, "timezone");
    if (account !== LOCAL) await ownAccountOf(ctx, account);
    return { summary: `Create the calendar ${name.trim()}` };
  },
  // Archiving a default calendar does not make the one before it the default again.
  undo:
    (_ctx, _plan, { isDefault }) =>
    ({ calendar }) =>
      isDefault ? undefined : { operation: "calendars.archive", input: { calendar: calendar.id } },
  async execute({ store, caller, config, now, id, emit }, _plan, input) {
    const { name, timezone, account, color, description, visibility, isDefault } = input;
    const [ownerType = "user", ...rest] = caller.principal.split(":");
    const calendar: CalendarRecord = omitUndefined({
      id: id("cal_"),
      accountId: account,
      name: name.trim(),
      description: description || undefined,
      color: color || undefined,
      timezone: timezone === undefined ? defaultZone(config) : zoneOf(timezone, "timezone"),
      ownerId: rest.join(":"),
      ownerType: ownerType as CalendarRecord["ownerType"],
      isDefault,
      visibility,
      status: "active" as const,
      metadata: {},
      members: [],
      createdAt: now,
      updatedAt: now,
    });
    if (isDefault) await moveDefault({ store, now, emit }, calendar);
    await store.put(calendars, calendar);
    emit(calendarCreated, { calendarId: calendar.id });
    return { calendar: showCalendar({ calendar, role: "owner" }) };
  },
});
