import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { openCalendarOf } from "../calendar.ts";
import { calendars } from "../collections.ts";
import { CalendarArchived, CalendarNotFound, RoleMissing, TooManyMembers } from "../errors.ts";
import { calendarShared } from "../events.ts";
import { CalendarId, Principal } from "../fields.ts";
import { group } from "../group.ts";
import { Calendar, Member, memberColumns, Relation } from "../schemas.ts";
import { invalidField } from "../time/moment.ts";

const MAX_MEMBERS = 500;

export const share = defineCommand(group, {
  id: "calendars.share",
  summary: "Share a calendar or change how it is shared",
  description:
    "A member with free_busy sees only times, a reader sees events, a writer changes events, and a manager also changes the calendar and its members. A private calendar becomes shared.",
  properties: ["lasting"],
  input: T.Object({
    calendar: CalendarId,
    with: Principal,
    relation: described(Relation, "Access level of the member"),
  }),
  output: T.Object({
    members: withColumns(T.Array(Member, { description: "Members of the calendar" }), memberColumns),
    visibility: Calendar.properties.visibility,
  }),
  errors: [CalendarNotFound, CalendarArchived, RoleMissing, TooManyMembers],
  examples: [
    {
      title: "Allow an agent to add events",
      input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12", with: "agent:main", relation: "writer" },
    },
  ],
  resource: ({ calendar }) => calendar,
  async plan({ store, caller }, { calendar: id, with: somebody, relation }) {
    const { calendar } = await openCalendarOf({ store, caller }, id, "manager");
    if (`${calendar.ownerType}:${calendar.ownerId}` === somebody)
      throw invalidField("with", "owner", "must not be the owner, who already has full access");
    const isThere = calendar.members.some((member) => `${member.type}:${member.id}` === somebody);
    if (!isThere && calendar.members.length >= MAX_MEMBERS)
      throw TooManyMembers({ calendarId: id, limit: MAX_MEMBERS });
    return { summary: `Share the calendar ${calendar.name} with ${somebody} as its ${relation}` };
  },
  async undo({ store, caller }, _plan, { calendar: id, with: somebody, relation }) {
    const { members, visibility } = (await openCalendarOf({ store, caller }, id, "manager")).calendar;
    // Members who could not see a private calendar would keep the access that sharing it restores.
    if (visibility === "private" && members.length > 0) return undefined;
    const before = members.find((member) => `${member.type}:${member.id}` === somebody);
    const input = { calendar: id, with: somebody };
    if (!before) return { operation: "calendars.unshare", input };
    if (before.relation === relation) return undefined;
    return { operation: "calendars.share", input: { ...input, relation: before.relation } };
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
