import type { ScheduleTimes } from "@postern/client/api";

export type TimesKind = "at" | "every" | "cron" | "rrule";

/** Due times as they are entered. */
export interface Times {
  readonly kind: TimesKind;
  readonly at: string;
  readonly every: string;
  readonly cron: string;
  readonly rrule: string;
  readonly start: string;
  readonly timezone: string;
}

export const KINDS: readonly { readonly kind: TimesKind; readonly label: string }[] = [
  { kind: "cron", label: "Cron expression" },
  { kind: "every", label: "Interval" },
  { kind: "rrule", label: "Recurrence rule" },
  { kind: "at", label: "Once" },
];

export function timesOf(when?: ScheduleTimes, timezone?: string): Times {
  const zone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    kind: KINDS.find(({ kind }) => when?.[kind] !== undefined)?.kind ?? "cron",
    at: when?.at === undefined ? "" : localIn(when.at, zone),
    every: when?.every ?? "",
    cron: when?.cron ?? "",
    rrule: when?.rrule ?? "",
    start: when?.start === undefined ? "" : localIn(when.start, zone),
    timezone: zone,
  };
}

/** The input for what was entered, or undefined if it is not complete. Times are local in the zone of the schedule. */
export function whenOf({ kind, rrule, start, ...times }: Times): Record<string, string> | undefined {
  if (kind === "rrule") return rrule === "" || start === "" ? undefined : { rrule, start };
  return times[kind] === "" ? undefined : { [kind]: times[kind] };
}

/** A moment as `datetime-local` has it, in a time zone. */
function localIn(at: number, timeZone: string): string {
  const options = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
  // Swedish dates have the form of ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", options).format(at).replace(" ", "T").slice(0, 16);
}

/** Due times in a line. */
export function textOfTimes({ at, every, cron, rrule }: ScheduleTimes): string {
  if (at !== undefined) return `once, ${new Date(at).toLocaleString()}`;
  return every === undefined ? (cron ?? rrule ?? "") : `every ${every}`;
}
