import { gatewayErrors } from "@postern/core";
import { Cron } from "croner";
import { isTimeZone } from "../fields/fields.ts";
import { withJitter } from "./backoff.ts";
import type { Stored } from "./entry.ts";

/** When an entry repeats: at an interval in milliseconds, ±10 %, or at the times of a cron expression. */
export type Schedule =
  | { readonly every: number; readonly cron?: undefined; readonly timeZone?: undefined }
  /** Five fields (minute, hour, day, month, weekday), and the IANA name of a time zone; UTC by default. */
  | { readonly cron: string; readonly timeZone?: string; readonly every?: undefined };

/** The stored form in an entry; empty for an entry that does not repeat. */
export type Repetition = Pick<Stored, "every" | "cron" | "timeZone">;

/** A clock that is set back by less than this does not repeat runs of the calendar, in milliseconds. */
const SET_BACK = 3 * 60 * 60 * 1000;

/**
 * On a change to or from daylight saving time, fixed times run once; patterns with a wildcard or step follow the clock.
 */
const calendar = (cron: string, timezone: string): Cron =>
  new Cron(cron, { timezone, mode: "5-part", fixedTimeRule: "no-wildcard" });

/** Validates a schedule. Throws `gateway.invalid_input` with the valid form. */
export function repetitionOf({ every, cron, timeZone }: Partial<Schedule>): Repetition {
  if (every !== undefined && cron !== undefined) throw wrong("/cron", "cannot be combined with every");
  if (cron === undefined && timeZone !== undefined) throw wrong("/timeZone", "requires cron");
  if (cron === undefined) return every === undefined ? {} : { every };
  const zone = timeZone ?? "UTC";
  if (!isTimeZone(zone))
    throw wrong("/timeZone", `must be an IANA time zone like Europe/Berlin; ${JSON.stringify(zone)} is not`);
  const fault = faultIn(cron, zone);
  if (fault !== undefined)
    throw wrong(
      "/cron",
      `must have five fields (minute hour day month weekday), like "30 2 * * 1-5"; ${JSON.stringify(cron)} ${fault}`,
    );
  return { cron, timeZone: zone };
}

const wrong = (path: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code: "schedule", message }] });

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

/** The next run of a repeating entry in Unix milliseconds, after a run or when it is rescheduled. */
export function nextRun(entry: Repetition & Pick<Stored, "startedAt">, now: number): number {
  const { every, cron, timeZone = "UTC", startedAt = 0 } = entry;
  if (cron === undefined) return now + withJitter(every ?? 0, 0.1);
  const isSetBack = startedAt > now && startedAt - now < SET_BACK;
  const next = calendar(cron, timeZone).nextRun(new Date(isSetBack ? startedAt : now));
  return next?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
