import type { PluginContext } from "@postern/core";
import { type AccountRecord, type CalendarRecord, calendars } from "../../collections.ts";
import { calendarUpdated } from "../../events.ts";
import { makeCalendar } from "./dav.ts";
import { calendarsAt } from "./discover.ts";
import { located, type Server } from "./exchange.ts";

/** Calendars of an account that are looked at to find out which of them the server's is. */
const MOST = 500;

/** The address of a calendar at its server, which is made there the first time. */
export async function addressOf(
  host: Pick<PluginContext, "store" | "transact">,
  server: Server,
  { id: accountId, config }: AccountRecord,
  calendar: CalendarRecord,
): Promise<string> {
  if (calendar.providerCalendarId !== undefined) return located(server, calendar.providerCalendarId);
  const { items } = await host.store.find(calendars, { by: "byAccount", prefix: [accountId], limit: MOST });
  const isTaken = items.some((one) => one.id !== calendar.id && one.providerCalendarId === config.calendarUrl);
  const url = config.calendarUrl !== undefined && !isTaken ? config.calendarUrl : await made(server, calendar);
  // Several deliveries may come here at once: what the first has noted holds for all.
  return host.transact(async ({ store, now, emit }) => {
    const before = await store.get(calendars, calendar.id);
    if (!before || before.providerCalendarId !== undefined) return before?.providerCalendarId ?? url;
    await store.put(calendars, { ...before, providerCalendarId: url, updatedAt: now });
    emit(calendarUpdated, { calendarId: calendar.id });
    return url;
  });
}

/** The name is the calendar's id: made twice, it is still one. */
async function made(server: Server, { id, name }: CalendarRecord): Promise<string> {
  const { home } = await calendarsAt(server);
  const url = new URL(`${id}/`, home.endsWith("/") ? home : `${home}/`).href;
  await makeCalendar(server, url, name);
  return url;
}
