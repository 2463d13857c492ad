const DAY = 86_400_000;

/** Supported range of times, 1900 to 9999: what keys can sort and what time zone data cover. */
export const EARLIEST = Date.UTC(1900, 0, 1);
export const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Keys cannot contain negative numbers. The origin is early enough for events that start before a window. */
const ORIGIN = Date.UTC(1800, 0, 1);
const FOREVER = LATEST - ORIGIN + 400 * DAY;

/** A time as part of a key; undefined sorts last. */
export const timeKey = (at: number | undefined): number =>
  at === undefined ? FOREVER : Math.min(FOREVER, Math.max(0, at - ORIGIN));

/** Maximum durations of the groups that events are indexed in, in milliseconds. */
export const SPANS = [DAY, 32 * DAY, 1024 * DAY, LATEST - ORIGIN] as const;

/** Index in `SPANS` of the group that an event belongs to. */
export const spanClass = ({ startAt, endAt }: { startAt: number; endAt: number }): number =>
  SPANS.findIndex((most) => endAt - startAt <= most);
