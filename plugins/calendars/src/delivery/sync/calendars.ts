import { omitUndefined, type PluginContext } from "@postern/core";
import { type AccountRecord, type CalendarRecord, calendars } from "../../collections.ts";
import { calendarCreated } from "../../events.ts";
import type { group } from "../../group.ts";
import { defaultZone } from "../../time/zone.ts";
import { describe } from "../caldav/dav.ts";
import { calendarsAt, type ListedCalendar } from "../caldav/discover.ts";
import { type Server, urlOnServer } from "../caldav/exchange.ts";

/** Maximum number of local calendars of an account. */
const MAX_COUNT = 500;

/**
 * The calendars of an account that exist both locally and on its server. Those that exist only on the server are
 * created.
 */
export async function localCalendarsOf(
  host: PluginContext<typeof group>,
  account: AccountRecord,
  server: Server,
): Promise<CalendarRecord[]> {
  for (const listed of await listServerCalendars(account, server)) await createMissing(host, server, account, listed);
  const { items } = await host.store.find(calendars, { by: "byAccount", prefix: [account.id], limit: MAX_COUNT });
  return items.filter(({ status, providerCalendarId }) => status === "active" && providerCalendarId !== undefined);
}

async function listServerCalendars({ config }: AccountRecord, server: Server): Promise<readonly ListedCalendar[]> {
  const { calendarUrl: url } = config;
  if (url === undefined) return (await calendarsAt(server)).calendars;
  const { name = decodeURIComponent(url.split("/").at(-2) ?? "Calendar") } = await describe(server, url);
  return [{ url, name }];
}

async function createMissing(
  { transact, config }: PluginContext<typeof group>,
  server: Server,
  account: AccountRecord,
  { url, name, description, color }: ListedCalendar,
): Promise<void> {
  await transact(async ({ store, now, id, emit }) => {
    const { items } = await store.find(calendars, { by: "byAccount", prefix: [account.id], limit: MAX_COUNT });
    const isHere = ({ providerCalendarId: own }: CalendarRecord) =>
      own !== undefined && urlOnServer(server, own) === url;
    if (items.length === MAX_COUNT || items.some(isHere)) return;
    const calendar: CalendarRecord = omitUndefined({
      id: id("cal_"),
      accountId: account.id,
      providerCalendarId: url,
      name,
      description,
      color,
      timezone: defaultZone(config),
      ownerId: account.ownerId,
      ownerType: account.ownerType,
      isDefault: false,
      visibility: "private" as const,
      status: "active" as const,
      metadata: {},
      members: [],
      createdAt: now,
      updatedAt: now,
    });
    await store.put(calendars, calendar);
    emit(calendarCreated, { calendarId: calendar.id });
  });
}
