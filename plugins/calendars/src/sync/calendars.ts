import { type Caller, omitUndefined, type Reads, type Static, T, type Transacting } from "@postern/core";
import { storedMembers } from "@postern/kit/fields";
import { defineSyncKind, portionOf } from "@postern/kit/sync";
import { atLeast, roleOf } from "../calendar.ts";
import { type CalendarRecord, calendars, LOCAL } from "../collections.ts";
import { calendarArchived, calendarCreated, calendarUnarchived, calendarUpdated } from "../events.ts";
import { Color, Description, Name, Zone } from "../fields.ts";
import { Calendar, Member } from "../schemas.ts";

const {
  accountId: _accountId,
  providerCalendarId: _providerCalendarId,
  role: _role,
  metadata: _metadata,
  lastSyncedAt: _lastSyncedAt,
  ...travels
} = storedMembers(Calendar.properties);
const closed = { additionalProperties: false } as const;

export const CalendarId = T.String({ pattern: "^cal_[0-9a-f]{24}$" });

/** Synchronized fields of a calendar and its members, without the local account. */
const SyncedCalendar = T.Object(
  {
    ...travels,
    id: CalendarId,
    name: Name,
    description: T.Optional(Description),
    color: T.Optional(Color),
    timezone: Zone,
    members: T.Array(T.Object(Member.properties, closed), { maxItems: 1_000 }),
  },
  closed,
);
type SyncedCalendar = Static<typeof SyncedCalendar>;

export const syncedCalendars = defineSyncKind({
  name: ["id"],
  schema: SyncedCalendar,
  async read(store, id = "") {
    const calendar = await store.get(calendars, id);
    if (!calendar) return undefined;
    const {
      accountId: _account,
      providerCalendarId: _provider,
      metadata: _meta,
      lastSyncedAt: _at,
      ...rest
    } = calendar;
    return rest;
  },
  list: (store, portion) => portionOf(store, calendars, portion, ({ id }) => [id]),
  visible: (who, id = "") => maySync(who, id),
  put,
});

/** Writers of a calendar may synchronize it. */
export async function maySync({ store, caller }: { store: Reads; caller: Caller }, id: string): Promise<boolean> {
  const calendar = await store.get(calendars, id);
  return !calendar || atLeast(roleOf(caller, calendar) ?? "free_busy", "writer");
}

async function put(ctx: Transacting, said: SyncedCalendar): Promise<void> {
  const { store, emit } = ctx;
  const before = await store.get(calendars, said.id);
  const { accountId = LOCAL, providerCalendarId, lastSyncedAt, metadata = {} } = before ?? {};
  const own = { accountId, providerCalendarId, lastSyncedAt, metadata };
  // The owner never changes: a peer must not take a calendar from its owner.
  const { ownerId, ownerType } = before ?? said;
  const calendar: CalendarRecord = omitUndefined({
    ...(await asDefault(ctx, { ...said, ownerId, ownerType })),
    ...own,
  });
  await store.put(calendars, calendar);
  const data = { calendarId: calendar.id };
  if (!before) emit(calendarCreated, data);
  else if (before.status !== calendar.status)
    emit(calendar.status === "archived" ? calendarArchived : calendarUnarchived, data);
  else emit(calendarUpdated, data);
}

/**
 * An owner has one default calendar. If two were set concurrently, the one set last wins, and the other is changed as
 * if that had happened on this gateway.
 */
async function asDefault({ store, emit }: Transacting, said: SyncedCalendar): Promise<SyncedCalendar> {
  if (!said.isDefault) return said;
  const owner = `${said.ownerType}:${said.ownerId}`;
  const { items } = await store.find(calendars, { by: "byDefault", prefix: [owner] });
  const others = items.filter(({ id }) => id !== said.id);
  const later = others.find((other) => isLater(other, said));
  if (later) return { ...said, isDefault: false, updatedAt: later.updatedAt };
  for (const other of others) {
    await store.put(calendars, { ...other, isDefault: false, updatedAt: said.updatedAt });
    emit(calendarUpdated, { calendarId: other.id });
  }
  return said;
}

type Dated = Pick<CalendarRecord, "id" | "updatedAt">;
const isLater = (one: Dated, other: Dated): boolean =>
  one.updatedAt === other.updatedAt ? one.id > other.id : one.updatedAt > other.updatedAt;
