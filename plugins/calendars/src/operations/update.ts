import { defineCommand, digestOf, omitUndefined, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { openCalendarOf, showCalendar } from "../calendar.ts";
import { type CalendarRecord, calendars } from "../collections.ts";
import { moveDefault, otherDefaults } from "../default-calendar.ts";
import { CalendarArchived, CalendarNotFound, RoleMissing } from "../errors.ts";
import { calendarUpdated } from "../events.ts";
import { CalendarId, CalendarZone, Color, Description, Name } from "../fields.ts";
import { group } from "../group.ts";
import { Calendar, CalendarVisibility } from "../schemas.ts";
import { zoneOf } from "../time/moment.ts";

export const update = defineCommand(group, {
  id: "calendars.update",
  summary: "Update a calendar",
  description:
    "Omitted fields keep their values, and empty strings clear them. While a calendar is private its members cannot see it; sharing it again restores their access.",
  input: T.Object({
    calendar: CalendarId,
    name: T.Optional(described(Name, "Calendar name")),
    timezone: T.Optional(CalendarZone),
    color: T.Optional(Color),
    description: T.Optional(Description),
    visibility: T.Optional(described(CalendarVisibility, "Who can see the calendar")),
    isDefault: T.Optional(
      T.Boolean({ description: "Whether to make this the owner's default calendar, replacing the current one" }),
    ),
  }),
  output: T.Object({ calendar: described(Calendar, "The calendar") }),
  errors: [CalendarNotFound, CalendarArchived, RoleMissing],
  examples: [{ title: "Change the color", input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12", color: "#d53a7b" } }],
  resource: ({ calendar }) => calendar,
  async plan({ store, caller }, { calendar: id, timezone }) {
    const { calendar } = await openCalendarOf({ store, caller }, id, "manager");
    if (timezone !== undefined) zoneOf(timezone, "timezone");
    return { summary: `Update the calendar ${calendar.name}` };
  },
  async undo({ store, caller }, _plan, { calendar: id, ...given }) {
    const { calendar: before } = await openCalendarOf({ store, caller }, id, "manager");
    const [other] = given.isDefault && !before.isDefault ? await otherDefaults(store, before) : [];
    // Only an update of the other calendar makes that one the default again.
    if (other && Object.keys(given).length > 1) return undefined;
    if (other) return { operation: "calendars.update", input: { calendar: other.id, isDefault: true } };
    const fields = restoring(given, before, { color: "", description: "" });
    return fields && { operation: "calendars.update", input: { calendar: id, ...fields } };
  },
  async execute({ store, caller, now, emit }, _plan, input) {
    const { name, timezone, color, description, visibility, isDefault } = input;
    const { calendar: before, role } = await openCalendarOf({ store, caller }, input.calendar, "manager");
    const same: CalendarRecord = omitUndefined({
      ...before,
      name: name?.trim() ?? before.name,
      timezone: timezone === undefined ? before.timezone : zoneOf(timezone, "timezone"),
      color: (color ?? before.color) || undefined,
      description: (description ?? before.description) || undefined,
      visibility: visibility ?? before.visibility,
      isDefault: isDefault ?? before.isDefault,
    });
    if (digestOf(same) === digestOf(before)) return { calendar: showCalendar({ calendar: before, role }) };
    const calendar = { ...same, updatedAt: now };
    if (calendar.isDefault && !before.isDefault) await moveDefault({ store, now, emit }, calendar);
    await store.put(calendars, calendar);
    emit(calendarUpdated, { calendarId: calendar.id });
    return { calendar: showCalendar({ calendar, role }) };
  },
});
