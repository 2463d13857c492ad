import { plain } from "../output/plain.ts";

export type LogSource = "gateway" | "runner";

/** A line of a log. One without a time of its own, such as a line of a stack, has the time of the line before it. */
export interface LogEntry {
  readonly source: LogSource;
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const KEY = /rctx_[\w-]+/g;

/** Reads the lines of a log. `time` is the time of lines before the first one that has its own. */
export function createEntryReader(source: LogSource, time = ""): (line: string) => LogEntry {
  let last = time;
  return (line) => {
    const entry = entryOf(source, line.replace(KEY, "rctx_[redacted]"), last);
    last = entry.time;
    return entry;
  };
}

function entryOf(source: LogSource, line: string, before: string): LogEntry {
  try {
    const { time, level, message, ...fields } = JSON.parse(line) as Record<string, unknown>;
    if (typeof time === "string" && typeof message === "string")
      return { source, time, level: typeof level === "string" ? level : "info", message, fields };
  } catch {
    // Programs that a runner starts write plain text.
  }
  return { source, time: before, level: "", message: line, fields: {} };
}

/** By time. Lines with the same time keep their order. */
export const byTime = (left: LogEntry, right: LogEntry): number =>
  left.time < right.time ? -1 : left.time > right.time ? 1 : 0;

export const jsonLine = ({ fields, ...entry }: LogEntry): string => `${JSON.stringify({ ...fields, ...entry })}\n`;

/** An entry as text: local time, level, source, message, and fields as `name=value`. */
export function textLine({ source, time, level, message, fields }: LogEntry): string {
  const values = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`);
  const oneLine = values.filter((value) => !value.includes("\n"));
  const lines = values
    .filter((value) => value.includes("\n"))
    .map((value) => `\n    ${value.replaceAll("\n", "\n    ")}`);
  const text = [localTime(time), level.toUpperCase().padEnd(5), source.padEnd(7), message, ...oneLine].join("  ");
  return `${plain(text + lines.join(""))}\n`;
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? (/^[^\s"]+$|\n/.test(value) ? value : JSON.stringify(value)) : JSON.stringify(value);

/** `2026-11-24 09:30:01.123` in the local time zone. */
function localTime(time: string): string {
  const moment = new Date(time);
  if (Number.isNaN(moment.getTime())) return "-".padEnd(23);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, -1).replace("T", " ");
}
