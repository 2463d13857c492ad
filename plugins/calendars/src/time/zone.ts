import { Temporal } from "temporal-polyfill";

/** A stretch of time in which a zone's clocks stand alike: [from, to). */
interface Period {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;
const names = new Map<string, string | undefined>();

/** The zone's name as this machine's time zone data spell it; undefined where they know no such zone. */
export function zoneNamed(name: string): string | undefined {
  if (!NAME.test(name)) return undefined;
  if (!names.has(name)) {
    if (names.size > 2_000) names.clear();
    names.set(name, spelled(name));
  }
  return names.get(name);
}

function spelled(name: string): string | undefined {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId;
  } catch {
    return undefined;
  }
}

const known = new Map<string, Period[]>();
/** Periods kept a zone: more than all changes of the clock from 1900 to 2150. */
const MOST = 512;

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. A zone that is not known any more counts as UTC. */
export function offsetAt(zone: string, at: number): number {
  if (zone === "UTC") return 0;
  let periods = known.get(zone);
  if (!periods || periods.length > MOST) {
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
  // One millisecond on, so that a change of the clock at this very moment is the one that began the period.
  const before = there.add({ milliseconds: 1 }).getTimeZoneTransition("previous");
  const after = there.getTimeZoneTransition("next");
  return {
    from: before?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: after?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: Math.round(there.offsetNanoseconds / 1e6),
  };
}

const DAY = 86_400_000;

/** What the clock on the wall shows at a moment, as if it were UTC. */
export const wallOf = (zone: string, at: number): number => at + offsetAt(zone, at);

/**
 * When the clock on the wall shows this. A time that comes twice is the first; one that a change of the clock skips is
 * as much later as the clock was put on: 02:30 becomes 03:30.
 */
export function momentOfWall(zone: string, wall: number): number {
  const [before, after] = [offsetAt(zone, wall - DAY), offsetAt(zone, wall + DAY)];
  const [early, late] = [wall - Math.max(before, after), wall - Math.min(before, after)];
  if (before === after) return settle(zone, wall, wall - before);
  if (wallOf(zone, early) === wall) return early;
  if (wallOf(zone, late) === wall) return late;
  return wall - before;
}

/** Where a zone changed its clock there and back within two days, the day's own offset. */
function settle(zone: string, wall: number, moment: number): number {
  if (wallOf(zone, moment) === wall) return moment;
  const other = wall - offsetAt(zone, moment);
  return wallOf(zone, other) === wall ? other : moment;
}

/** The time zone of this machine. */
export const zoneHere = (): string => zoneNamed(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC";
