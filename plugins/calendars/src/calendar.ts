import type { Caller, Reads } from "@postern/core";
import { answerFrom } from "@postern/kit/fields";
import { filtered, type Portion, type Source, within } from "@postern/kit/paging";
import { type CalendarRecord, calendars, EVERYBODY } from "./collections.ts";
import { CalendarArchived, CalendarNotFound, RoleMissing } from "./errors.ts";
import { Calendar, ROLES, type Role } from "./schemas.ts";

/** What access checks need to know about a call. */
export interface Viewer {
  readonly store: Reads;
  readonly caller: Caller;
}

/** A calendar and the caller's role in it. */
export interface CalendarAccess {
  readonly calendar: CalendarRecord;
  readonly role: Role;
}

export const atLeast = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
const highestRole = (roles: readonly (Role | undefined)[]): Role | undefined =>
  ROLES.findLast((role) => roles.includes(role));

/** The caller's role in a calendar; undefined if the caller must not learn that it exists. */
export function roleOf(caller: Caller, calendar: CalendarRecord): Role | undefined {
  return highestRole([
    ownRole(caller, calendar),
    caller.isAdmin ? "manager" : undefined,
    calendar.visibility === "public" ? "reader" : undefined,
    grantedTo(caller, calendar.id),
  ]);
}

/** The role from ownership or membership. */
function ownRole({ principal }: Caller, { ownerType, ownerId, members, visibility }: CalendarRecord): Role | undefined {
  if (`${ownerType}:${ownerId}` === principal) return "owner";
  if (visibility === "private") return undefined;
  return members.find(({ type, id }) => `${type}:${id}` === principal)?.relation;
}

/**
 * The role from grants limited to the calendar. Each context above the key must have all permissions or the same grant,
 * because a context that cannot see a calendar must not delegate access to it.
 */
function grantedTo(caller: Caller, id: string): Role | undefined {
  const isNamed = (scope: string) => {
    const reach = caller.reach(scope);
    return reach !== "all" && reach.has(id);
  };
  const isHandedOn = caller.chain.every((grants) => grants.some((grant) => grant === "*" || grant.endsWith(`@${id}`)));
  if (!isHandedOn) return undefined;
  return isNamed("calendars:write") ? "writer" : isNamed("calendars:read") ? "reader" : undefined;
}

/** The calendar, or 404 if the caller may not see it, or 403 if the role is not sufficient. */
export async function calendarOf(
  { store, caller }: Viewer,
  id: string,
  needed: Role = "free_busy",
): Promise<CalendarAccess> {
  const calendar = await store.get(calendars, id);
  const role = calendar && roleOf(caller, calendar);
  if (!calendar || !role) throw CalendarNotFound({ calendarId: id });
  if (!atLeast(role, needed)) throw RoleMissing({ calendarId: id, role, needed });
  return { calendar, role };
}

/** Like `calendarOf`, for a calendar that can be changed. */
export async function openCalendarOf(seen: Viewer, id: string, needed: Role): Promise<CalendarAccess> {
  const sight = await calendarOf(seen, id, needed);
  assertOpen(sight.calendar);
  return sight;
}

export function assertOpen({ id, status }: CalendarRecord): void {
  if (status === "archived") throw CalendarArchived({ calendarId: id });
}

/** A calendar as shown to the caller. */
export const showCalendar = ({ calendar, role }: CalendarAccess): Calendar => shownCalendar({ ...calendar, role });
const shownCalendar = answerFrom(Calendar);

type Test = (calendar: CalendarRecord) => boolean;

/**
 * Calendars visible to a caller: own and shared ones, then public ones, then those named by grants; each part by name.
 */
export function visibleTo(
  { store, caller }: Viewer,
  status: Calendar["status"],
  test: Test | undefined,
): Source<CalendarRecord> {
  const at = (place: { by: "byStatus" | "byViewer"; prefix: string[] }) =>
    test ? filtered(store, calendars, place, test) : within(store, calendars, place);
  if (caller.isAdmin) return at({ by: "byStatus", prefix: [status] });
  const isOthers: Test = (calendar) => ownRole(caller, calendar) === undefined && (!test || test(calendar));
  return concatenated([
    at({ by: "byViewer", prefix: [caller.principal, status] }),
    filtered(store, calendars, { by: "byViewer", prefix: [EVERYBODY, status] }, isOthers),
    granted({ store, caller }, (one) => one.status === status && one.visibility !== "public" && isOthers(one)),
  ]);
}

/** Calendars visible only because of a grant. */
function granted({ store, caller }: Viewer, test: Test): Source<CalendarRecord> {
  return async (offset, limit) => {
    const reach = caller.reach("calendars:read");
    const ids = reach === "all" ? [] : [...reach].sort();
    const found = await Promise.all(ids.map((id) => store.get(calendars, id)));
    const items = found.filter((one) => one && test(one) && grantedTo(caller, one.id)) as CalendarRecord[];
    return { items: items.slice(offset, offset + limit), total: items.length, totalCapped: false };
  };
}

/** Concatenates sources. */
function concatenated<T>(sources: readonly Source<T>[]): Source<T> {
  return async (offset, limit) => {
    let whole: Portion<T> = { items: [], total: 0, totalCapped: false };
    for (const source of sources) {
      const wanted = limit - whole.items.length;
      const { items, total, totalCapped } = await source(Math.max(0, offset - whole.total), Math.max(1, wanted));
      whole = {
        items: [...whole.items, ...items.slice(0, wanted)],
        total: whole.total + total,
        totalCapped: whole.totalCapped || totalCapped,
      };
    }
    return whole;
  };
}
