import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { openCalendarOf } from "../calendar.ts";
import { calendars } from "../collections.ts";
import { CalendarArchived, CalendarNotFound, RoleMissing, TooManyMembers } from "../errors.ts";
import { calendarShared } from "../events.ts";
import { CalendarId, Principal } from "../fields.ts";
import { group } from "../group.ts";
import { Calendar, Member, Relation } from "../schemas.ts";
import { wrong } from "../time/moment.ts";

const MOST_MEMBERS = 500;

export const share = defineCommand(group, {
  id: "calendars.share",
  summary: "Share a calendar with somebody, or otherwise than before",
  description:
    "free_busy sees times and nothing else, a reader sees its events, a writer changes them, a manager also the calendar and whom it is shared with. A private calendar is shared from then on.",
  input: T.Object({
    calendar: CalendarId,
    with: Principal,
    relation: described(Relation, "What they may do"),
  }),
  output: T.Object({
    members: T.Array(Member, { description: "Who or what belongs to it" }),
    visibility: Calendar.properties.visibility,
  }),
  errors: [CalendarNotFound, CalendarArchived, RoleMissing, TooManyMembers],
  examples: [
    {
      title: "An agent that may add events",
      input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12", with: "agent:main", relation: "writer" },
    },
  ],
  resource: ({ calendar }) => calendar,
  async plan({ store, caller }, { calendar: id, with: somebody, relation }) {
    const { calendar } = await openCalendarOf({ store, caller }, id, "manager");
    if (`${calendar.ownerType}:${calendar.ownerId}` === somebody)
      throw wrong("with", "owner", "must be somebody else than the owner, who may do everything");
    const isThere = calendar.members.some((member) => `${member.type}:${member.id}` === somebody);
    if (!isThere && calendar.members.length >= MOST_MEMBERS)
      throw TooManyMembers({ calendarId: id, limit: MOST_MEMBERS });
    return { summary: `Share the calendar ${calendar.name} with ${somebody} as its ${relation}` };
  },
  async execute({ store, caller, now, emit }, _plan, { calendar: id, with: somebody, relation }) {
    const { calendar } = await openCalendarOf({ store, caller }, id, "manager");
    const [type, who] = somebody.split(":") as [Member["type"], string];
    const before = calendar.members.find((member) => `${member.type}:${member.id}` === somebody);
    const visibility = calendar.visibility === "private" ? "shared" : calendar.visibility;
    if (before?.relation === relation && visibility === calendar.visibility)
      return { members: calendar.members, visibility };
    const member = { id: who, type, relation, createdAt: before?.createdAt ?? now, updatedAt: now };
    const members = [...calendar.members.filter((one) => one !== before), member];
    await store.put(calendars, { ...calendar, members, visibility, updatedAt: now });
    emit(calendarShared, { calendarId: id, with: somebody, relation });
    return { members, visibility };
  },
});
