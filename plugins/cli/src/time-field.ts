import type { LocalTime } from "@postern/core/presentation";

/** A field that is a point in time, as in `localTime` of `@postern/kit/fields`. */
export interface TimeField extends LocalTime {
  readonly type: readonly string[];
  /** The pattern of a value that is text. */
  readonly pattern?: string | undefined;
}

/** Whether the field accepts the value as it is. Digits are also a number. */
export function isAccepted({ type, pattern }: TimeField, value: string): boolean {
  if (type.includes("string")) return new RegExp(pattern ?? "", "u").test(value);
  return /^(0|-?[1-9]\d*)$/.test(value);
}

/** Whether the field is a day, without a time. */
export const isDayField = (time: TimeField): boolean =>
  isAccepted(time, "2026-11-23") && !isAccepted(time, "1795255200000");

/** What people may write, for the help and for errors. */
export function timeExamples(time: TimeField): readonly [string, ...string[]] {
  if (isDayField(time)) return ["friday", "today", "23 Nov"];
  if (time.past) return ["yesterday 9:00", "2 hours ago", "2026-11-23 09:00"];
  return ["tomorrow 9:00", "in 2 hours", "2026-11-23 09:00"];
}
