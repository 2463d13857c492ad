import type { PluginContext } from "@postern/core";
import { type AccountRecord, type CalendarRecord, calendars } from "../../collections.ts";
import { calendarUpdated } from "../../events.ts";
import { createRemoteCalendar } from "./dav.ts";
import { calendarsAt } from "./discover.ts";
import { type Server, urlOnServer } from "./exchange.ts";

/** Maximum number of calendars searched for one that is already bound to the URL. */
const MAX_COUNT = 500;

/** The URL of a calendar on its server, where it is created the first time. */
export async function calendarUrlOf(
  host: Pick<PluginContext, "store" | "transact">,
  server: Server,
  { id: accountId, config }: AccountRecord,
  calendar: CalendarRecord,
): Promise<string> {
  if (calendar.providerCalendarId !== undefined) return urlOnServer(server, calendar.providerCalendarId);
  const { items } = await host.store.find(calendars, { by: "byAccount", prefix: [accountId], limit: MAX_COUNT });
  const isTaken = items.some((one) => one.id !== calendar.id && one.providerCalendarId === config.calendarUrl);
  const url = config.calendarUrl !== undefined && !isTaken ? config.calendarUrl : await createdUrl(server, calendar);
  // Concurrent deliveries may get here; the URL stored first is used by all.
  return host.transact(async ({ store, now, emit }) => {
    const before = await store.get(calendars, calendar.id);
    if (!before || before.providerCalendarId !== undefined) return before?.providerCalendarId ?? url;
    await store.put(calendars, { ...before, providerCalendarId: url, updatedAt: now });
    emit(calendarUpdated, { calendarId: calendar.id });
    return url;
  });
}

/** The name is the calendar's id, so that creating it twice still gives one calendar. */
async function createdUrl(server: Server, { id, name }: CalendarRecord): Promise<string> {
  const { home } = await calendarsAt(server);
  const url = new URL(`${id}/`, home.endsWith("/") ? home : `${home}/`).href;
  await createRemoteCalendar(server, url, name);
  return url;
}
