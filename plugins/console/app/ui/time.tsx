import { signal } from "@preact/signals";

/** One clock for all times of the page, which ticks rarely. What is shown between two ticks has the exact time. */
const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 15_000);

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "narrow" });
const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** A moment, relative to now; the absolute time is shown on hover. `at` is in Unix milliseconds or ISO 8601. */
export function Time({ at }: { at: number | string }) {
  const moment = new Date(at);
  const current = Math.max(now.value, Date.now());
  if (Number.isNaN(moment.getTime())) return <span>{String(at)}</span>;
  return (
    <time class="muted" dateTime={moment.toISOString()} title={absolute.format(moment)}>
      {relativeText(moment.getTime() - current)}
    </time>
  );
}

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** The time of day of a moment, for lines that follow each other closely. The whole time is shown on hover. */
export function ClockTime({ at }: { at: number | string }) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return <span>{String(at)}</span>;
  return (
    <time class="muted" dateTime={moment.toISOString()} title={absolute.format(moment)}>
      {clock.format(moment)}
    </time>
  );
}

export const absoluteText = (at: number): string => absolute.format(new Date(at));

function relativeText(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(ms) >= size) ?? (["second", 1_000] as const);
  return relative.format(Math.trunc(ms / size), unit);
}
