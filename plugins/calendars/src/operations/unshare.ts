import { defineCommand, T } from "@postern/core";
import { calendarOf } from "../calendar.ts";
import { calendars } from "../collections.ts";
import { CalendarNotFound, MemberNotFound, RoleMissing } from "../errors.ts";
import { calendarUnshared } from "../events.ts";
import { CalendarId, Principal } from "../fields.ts";
import { group } from "../group.ts";
import { Member } from "../schemas.ts";

export const unshare = defineCommand(group, {
  id: "calendars.unshare",
  summary: "Share a calendar no more with somebody",
  description: "Takes a manager, or is done by whoever it is shared with, who leaves.",
  input: T.Object({ calendar: CalendarId, with: Principal }),
  output: T.Object({ members: T.Array(Member, { description: "Who or what belongs to it" }) }),
  errors: [CalendarNotFound, RoleMissing, MemberNotFound],
  examples: [{ title: "An agent", input: { calendar: "cal_019aa5c2d1e04f3b8c6d7e12", with: "agent:main" } }],
  resource: ({ calendar }) => calendar,
  async plan({ store, caller }, { calendar: id, with: somebody }) {
    const needed = somebody === caller.principal ? "free_busy" : "manager";
    const { calendar } = await calendarOf({ store, caller }, id, needed);
    if (!calendar.members.some((member) => `${member.type}:${member.id}` === somebody))
      throw MemberNotFound({ calendarId: id, with: somebody });
    return { summary: `Share the calendar ${calendar.name} no more with ${somebody}`, isLeaving: needed !== "manager" };
  },
  async execute({ store, caller, now, emit }, { isLeaving }, { calendar: id, with: somebody }) {
    const { calendar } = await calendarOf({ store, caller }, id);
    const members = calendar.members.filter((member) => `${member.type}:${member.id}` !== somebody);
    await store.put(calendars, { ...calendar, members, updatedAt: now });
    emit(calendarUnshared, { calendarId: id, with: somebody });
    // Whoever leaves is not told who stays.
    return { members: isLeaving ? [] : members };
  },
});
