import { Temporal } from "temporal-polyfill";

/** A period [from, to) in which a zone has a constant offset. */
interface Period {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;
const names = new Map<string, string | undefined>();

/** The canonical name of a zone in this machine's time zone data; undefined if unknown. */
export function zoneNamed(name: string): string | undefined {
  if (!NAME.test(name)) return undefined;
  if (!names.has(name)) {
    if (names.size > 2_000) names.clear();
    names.set(name, canonicalName(name));
  }
  return names.get(name);
}

function canonicalName(name: string): string | undefined {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return undefined;
  }
}

const known = new Map<string, Period[]>();
/** Maximum number of cached periods per zone; more than all offset changes from 1900 to 2150. */
const MAX_COUNT = 512;

/** Offset of a zone from UTC at a given time, in milliseconds. A zone that is no longer known counts as UTC. */
export function offsetAt(zone: string, at: number): number {
  if (zone === "UTC") return 0;
  let periods = known.get(zone);
  if (!periods || periods.length > MAX_COUNT) {
    periods = [];
    known.set(zone, periods);
  }
  let low = 0;
  let high = periods.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((periods[middle] as Period).to <= at) low = middle + 1;
    else high = middle;
  }
  const found = periods[low];
  if (found && found.from <= at) return found.offset;
  const period = periodAt(zone, at);
  periods.splice(low, 0, period);
  return period.offset;
}

function periodAt(zone: string, at: number): Period {
  if (zoneNamed(zone) === undefined) return { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, offset: 0 };
  const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  // One millisecond later, so that an offset change at exactly this time starts the period.
  const before = there.add({ milliseconds: 1 }).getTimeZoneTransition("previous");
  const after = there.getTimeZoneTransition("next");
  return {
    from: before?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: after?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: Math.round(there.offsetNanoseconds / 1e6),
  };
}

const DAY = 86_400_000;

/** Local time in a zone at a given time, as if it were UTC. */
export const wallOf = (zone: string, at: number): number => at + offsetAt(zone, at);

/**
 * The time at which a zone has this local time. A local time that occurs twice means the first; one that is skipped
 * moves forward by the skipped amount (02:30 becomes 03:30).
 */
export function momentOfWall(zone: string, wall: number): number {
  const [before, after] = [offsetAt(zone, wall - DAY), offsetAt(zone, wall + DAY)];
  const [early, late] = [wall - Math.max(before, after), wall - Math.min(before, after)];
  if (before === after) return resolveWall(zone, wall, wall - before);
  if (wallOf(zone, early) === wall) return early;
  if (wallOf(zone, late) === wall) return late;
  return wall - before;
}

/** Handles a zone that changed its offset there and back within two days. */
function resolveWall(zone: string, wall: number, moment: number): number {
  if (wallOf(zone, moment) === wall) return moment;
  const other = wall - offsetAt(zone, moment);
  return wallOf(zone, other) === wall ? other : moment;
}

/** The time zone of this machine. */
const machineZone = (): string => zoneNamed(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC";

/** Time zone of calendars and days for which none was specified. */
export const defaultZone = ({ timezone }: { readonly timezone: string }): string => timezone || machineZone();
