/** The time zone of the browser, in which the pages show times. */
export const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const MINUTE = 60_000;

/** A moment as `datetime-local` has it, in a time zone. */
export function localText(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  }).formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** The moment of a local time. A time that a daylight saving change skips moves forward by the skipped amount. */
export function instantOf(text: string, timeZone: string): number {
  const asUtc = Date.parse(`${text.slice(0, 16)}Z`);
  const offset = (at: number): number => Date.parse(`${localText(at, timeZone)}Z`) - Math.floor(at / MINUTE) * MINUTE;
  return asUtc - offset(asUtc - offset(asUtc));
}

/** The date of an all-day event, whose times are midnights in UTC. */
export const utcDate = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The date some days later. */
export const addDays = (date: string, days: number): string => utcDate(Date.parse(`${date}T00:00Z`) + days * DAY);

/** The day of a moment in the time zone of the browser. */
export const dateOf = (at: number): string => localText(at, ownZone).slice(0, 10);

/** The first day of an event. Days of all-day events are the same in every time zone. */
export const dayOf = ({ allDay, startAt }: { readonly allDay: boolean; readonly startAt: number }): string =>
  allDay ? utcDate(startAt) : dateOf(startAt);

/** When a day begins in the time zone of the browser. */
export const startOfDay = (date: string): number => instantOf(`${date}T00:00`, ownZone);

export const isZone = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone });
    return true;
  } catch {
    return false;
  }
};
