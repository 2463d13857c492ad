import agents from "@postern/agents";
import calendars from "@postern/calendars";
import { openLinked, type Side } from "../linked.ts";

export const open = () => openLinked("calendars", () => [agents(), calendars({ timezone: "Europe/Berlin" })]);

export const TIMES = { startAt: "2026-11-23T09:00:00+01:00", endAt: "2026-11-23T10:00:00+01:00" };
export const calendarOn = async (side: Side, said: object = {}): Promise<string> =>
  (await side.post("calendars.create", { name: "Work", ...said })).calendar.id;
export const eventOn = async (side: Side, calendar: string, said: object = {}) =>
  (await side.post("calendars.events.create", { calendar, title: "Meeting", ...TIMES, ...said })).event;
