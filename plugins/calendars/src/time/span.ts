const DAY = 86_400_000;

/** From 1900 to the year 9999: what keys can order and time zones are known for. */
export const EARLIEST = Date.UTC(1900, 0, 1);
export const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Keys hold no negative numbers; room is left for what reaches in from before. */
const ORIGIN = Date.UTC(1800, 0, 1);
const FOREVER = LATEST - ORIGIN + 400 * DAY;

/** A moment as a part of a key; where there is none, after all others. */
export const timeKey = (at: number | undefined): number =>
  at === undefined ? FOREVER : Math.min(FOREVER, Math.max(0, at - ORIGIN));

/** Events are kept apart by how long they take, at most this many milliseconds. */
export const SPANS = [DAY, 32 * DAY, 1024 * DAY, LATEST - ORIGIN] as const;

/** Which of `SPANS` an event belongs to. */
export const spanClass = ({ startAt, endAt }: { startAt: number; endAt: number }): number =>
  SPANS.findIndex((most) => endAt - startAt <= most);
