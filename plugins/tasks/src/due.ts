import { gatewayErrors, T } from "@postern/core";
import type { LocalTime } from "@postern/core/presentation";
import { localTime } from "@postern/kit/fields";

const MILLISECONDS = "(0|[1-9][0-9]{0,14})";
const INSTANT = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})";
const FORMS = "Unix milliseconds like 1795255200000, or ISO 8601 with an offset like 2026-11-21T10:00:00+01:00";
/** The end of the year 9999. */
const LATEST = 253_402_300_799_999;

const moment = (pattern: string, must: string, description: string, local?: LocalTime) =>
  localTime(
    T.Unsafe<string | number>({
      type: ["string", "integer"],
      maxLength: 40,
      pattern,
      "x-must": must,
      description: `${description}: ${FORMS}`,
    }),
    local,
  );

/** The limit of a list. */
export const dueLimit = (description: string) =>
  moment(`^(${MILLISECONDS}|${INSTANT})$`, `must be a valid time: ${FORMS}`, description);
/** A time, as read by `dueOf`. A task that is due on a day is due at its end. */
export const dueField = (description: string) => localTime(dueLimit(description), { day: "end" });
/** The same in an update, where an empty text clears the value. */
export const newDueField = (description: string) =>
  moment(
    `^(${MILLISECONDS}|${INSTANT})?$`,
    `must be a valid time, or empty: ${FORMS}`,
    `${description}; an empty text clears it`,
    { day: "end" },
  );

/** Parses a time into Unix milliseconds. */
export function dueOf(sent: string | number, field: string): number {
  const isNumber = typeof sent === "number" || new RegExp(`^${MILLISECONDS}$`).test(sent);
  const at = isNumber ? Number(sent) : Date.parse(sent);
  if (at >= 0 && at <= LATEST) return at;
  throw invalid(field, `must be a valid time in the years 1970 to 9999: ${FORMS}`);
}

/** An input error (400) of one field. */
export const invalid = (field: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path: `/${field}`, code: field, message }] });
