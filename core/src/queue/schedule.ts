import { Cron } from "croner";
import { InvalidInput } from "../define/errors.ts";
import { isTimeZone } from "../fields/fields.ts";
import { withJitter } from "./backoff.ts";
import type { Stored } from "./entry.ts";

/** When an entry repeats: every so many milliseconds, ±10 %, or at the times of a cron expression. */
export type Schedule =
  | { readonly every: number; readonly cron?: undefined; readonly timeZone?: undefined }
  /** Five fields (minute, hour, day, month, weekday), and the IANA name of a time zone; UTC by default. */
  | { readonly cron: string; readonly timeZone?: string; readonly every?: undefined };

/** The same as it is kept in an entry; empty for an entry that does not repeat. */
export type Repetition = Pick<Stored, "every" | "cron" | "timeZone">;

/** A clock that is set back by less repeats no run of the calendar, in milliseconds. */
const SET_BACK = 3 * 60 * 60 * 1000;

/** Times by the clock run once on the day of a change to or from summer time; those with a wildcard or step follow the clock. */
const calendar = (cron: string, timezone: string): Cron =>
  new Cron(cron, { timezone, mode: "5-part", fixedTimeRule: "no-wildcard" });

/** Reads a schedule; throws `gateway.invalid_input`, which says what would be right. */
export function repetitionOf({ every, cron, timeZone }: Partial<Schedule>): Repetition {
  if (every !== undefined && cron !== undefined) throw wrong("/cron", "excludes every: give either every or cron");
  if (cron === undefined && timeZone !== undefined) throw wrong("/timeZone", "needs cron beside it");
  if (cron === undefined) return every === undefined ? {} : { every };
  const zone = timeZone ?? "UTC";
  if (!isTimeZone(zone))
    throw wrong(
      "/timeZone",
      `must be a time zone that IANA knows, such as Europe/Berlin; ${JSON.stringify(zone)} is not`,
    );
  const fault = faultIn(cron, zone);
  if (fault !== undefined)
    throw wrong(
      "/cron",
      `must have five fields, minute hour day month weekday, such as "30 2 * * 1-5"; ${JSON.stringify(cron)} ${fault}`,
    );
  return { cron, timeZone: zone };
}

const wrong = (path: string, message: string) => InvalidInput({ issues: [{ path, code: "schedule", message }] });

function faultIn(cron: string, zone: string): string | undefined {
  const fields = cron.trim().split(/\s+/).length;
  if (fields !== 5) return `has ${fields}`;
  try {
    return calendar(cron, zone).nextRun() ? undefined : "matches no date";
  } catch (error) {
    return `is not valid: ${(error as Error).message.replace(/^CronPattern: /, "")}`;
  }
}

export const isSame = (one: Repetition, other: Repetition): boolean =>
  one.every === other.every && one.cron === other.cron && one.timeZone === other.timeZone;

/** Unix milliseconds of the next run of an entry that repeats, after it has run or when it is scheduled anew. */
export function nextRun(entry: Repetition & Pick<Stored, "startedAt">, now: number): number {
  const { every, cron, timeZone = "UTC", startedAt = 0 } = entry;
  if (cron === undefined) return now + withJitter(every ?? 0, 0.1);
  const isSetBack = startedAt > now && startedAt - now < SET_BACK;
  const next = calendar(cron, timeZone).nextRun(new Date(isSetBack ? startedAt : now));
  return next?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
