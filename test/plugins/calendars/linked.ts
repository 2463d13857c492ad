import agents from "@postern/agents";
import calendars from "@postern/calendars";
import { openLinked, type Side } from "../linked.ts";

export const open = () => openLinked("calendars", () => [agents(), calendars({ timezone: "Europe/Berlin" })]);

export const TIMES = { startAt: "2026-11-23T09:00:00+01:00", endAt: "2026-11-23T10:00:00+01:00" };
export const calendarOn = async (side: Side, said: object = {}): Promise<string> =>
  (await side.post("calendars.create", { name: "Work", ...said })).calendar.id;
export const eventOn = async (side: Side, calendar: string, said: object = {}) =>
  (await side.post("calendars.events.create", { calendar, title: "Meeting", ...TIMES, ...said })).event;
export const begins = async (side: Side, calendar: string, more: object = {}): Promise<string[]> =>
  (
    await side.post("calendars.events.list", {
      ...{ calendar, from: "2026-11-01T00:00:00Z", to: "2027-01-01T00:00:00Z", expand: true, limit: "500" },
      ...more,
    })
  ).events.map(
    ({ startAt, title }: { startAt: number; title: string }) => `${new Date(startAt).toISOString()} ${title}`,
  );
