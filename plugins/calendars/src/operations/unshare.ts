import { defineCommand, T } from "@postern/core";
import { withColumns } from "@postern/kit/paging";
import { calendarOf } from "../calendar.ts";
import { calendars } from "../collections.ts";
import { CalendarNotFound, MemberNotFound, RoleMissing } from "../errors.ts";
import { calendarUnshared } from "../events.ts";
import { CalendarId, Principal } from "../fields.ts";
import { group } from "../group.ts";
import { Member, memberColumns } from "../schemas.ts";

export const unshare = defineCommand(group, {
  id: "calendars.unshare",
  summary: "Stop sharing a calendar with a member",
  description: "Requires the role manager. Members can also remove themselves.",
  properties: ["restricts"],
  input: T.Object({ calendar: CalendarId, with: Principal }),
  output: T.Object({
    members: withColumns(
      T.Array(Member, { description: "Remaining members of the calendar; empty for a member who leaves" }),
      memberColumns,
    ),
  }),
  errors: [CalendarNotFound, RoleMissing, MemberNotFound],
  examples: [
    { title: "Stop sharing with an agent", input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12", with: "agent:main" } },
  ],
  resource: ({ calendar }) => calendar,
  async plan({ store, caller }, { calendar: id, with: somebody }) {
    const needed = somebody === caller.principal ? "free_busy" : "manager";
    const { calendar } = await calendarOf({ store, caller }, id, needed);
    if (!calendar.members.some((member) => `${member.type}:${member.id}` === somebody))
      throw MemberNotFound({ calendarId: id, with: somebody });
    return { summary: `Stop sharing the calendar ${calendar.name} with ${somebody}`, isLeaving: needed !== "manager" };
  },
  async undo({ store, caller }, { isLeaving }, { calendar: id, with: somebody }) {
    const { members, visibility } = (await calendarOf({ store, caller }, id)).calendar;
    const before = members.find((member) => `${member.type}:${member.id}` === somebody);
    // Sharing a private calendar again would show it to its other members, and one who left may not share it.
    if (!before || isLeaving || visibility === "private") return undefined;
    return { operation: "calendars.share", input: { calendar: id, with: somebody, relation: before.relation } };
  },
  async execute({ store, caller, now, emit }, { isLeaving }, { calendar: id, with: somebody }) {
    const { calendar } = await calendarOf({ store, caller }, id);
    const members = calendar.members.filter((member) => `${member.type}:${member.id}` !== somebody);
    await store.put(calendars, { ...calendar, members, updatedAt: now });
    emit(calendarUnshared, { calendarId: id, with: somebody });
    // A member who leaves does not see the remaining members.
    return { members: isLeaving ? [] : members };
  },
});
