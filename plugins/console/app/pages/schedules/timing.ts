import type { Schedule, ScheduleTimes } from "@postern/client/api";

export type TimesKind = "at" | "every" | "cron" | "rrule";

/** Due times as they are entered. */
export interface Times {
  readonly kind: TimesKind;
  readonly at: string;
  readonly every: string;
  readonly cron: string;
  readonly rrule: string;
  readonly start: string;
  /** The last time, or empty. */
  readonly until: string;
  readonly timezone: string;
}

export const KINDS: readonly { readonly kind: TimesKind; readonly label: string }[] = [
  { kind: "cron", label: "Cron expression" },
  { kind: "every", label: "Interval" },
  { kind: "rrule", label: "Recurrence rule" },
  { kind: "at", label: "Once" },
];

export function timesOf({ when, timezone, until }: Partial<Schedule> = {}): Times {
  const zone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    kind: KINDS.find(({ kind }) => when?.[kind] !== undefined)?.kind ?? "cron",
    at: localIn(when?.at, zone),
    every: when?.every ?? "",
    cron: when?.cron ?? "",
    rrule: when?.rrule ?? "",
    start: localIn(when?.start, zone),
    until: localIn(until, zone),
    timezone: zone,
  };
}

/** The input for what was entered, or for what differs from the times before. */
export function timesInput(times: Times, before?: Times): Record<string, unknown> {
  const isNew = (...names: readonly (keyof Times)[]): boolean =>
    !before || names.some((name) => times[name] !== before[name]);
  const { until, timezone } = times;
  // Intervals that are sent are counted anew, and local times are others in another time zone.
  return {
    ...(isNew("kind", "at", "every", "cron", "rrule", "start", "timezone") && { when: whenOf(times) ?? {}, timezone }),
    ...(isNew("until", "timezone") && (before?.until || until) && { until }),
  };
}

/** The due times that were entered, or undefined if it is not complete. Times are local in the zone of the schedule. */
export function whenOf({ kind, rrule, start, ...times }: Times): Record<string, string> | undefined {
  if (kind === "rrule") return rrule === "" || start === "" ? undefined : { rrule, start };
  return times[kind] === "" ? undefined : { [kind]: times[kind] };
}

/** A moment as `datetime-local` has it, in a time zone. */
function localIn(at: number | undefined, timeZone: string): string {
  if (at === undefined) return "";
  const options = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
  // Swedish dates have the form of ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", options).format(at).replace(" ", "T").slice(0, 16);
}

/** Due times in a line. */
export function textOfTimes({ at, every, cron, rrule }: ScheduleTimes): string {
  if (at !== undefined) return `once, ${new Date(at).toLocaleString()}`;
  return every === undefined ? (cron ?? rrule ?? "") : `every ${every}`;
}
