/** A line of the log of the runner. */
export interface LogLine {
  /** Differs from that of each other line. */
  readonly key: string;
  readonly level: string;
  readonly time: string | undefined;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The levels that the log has, most important last. */
export const LEVELS = ["debug", "info", "warn", "error"] as const;
export type Level = (typeof LEVELS)[number];

/** The lines, newest first. Programs that a runner starts write plain text, which has no level. */
export function readLines(lines: readonly string[]): readonly LogLine[] {
  const seen = new Map<string, number>();
  return lines
    .map((line) => {
      const count = (seen.get(line) ?? 0) + 1;
      seen.set(line, count);
      return { key: `${count} ${line}`, ...entryOf(line) };
    })
    .toReversed();
}

/** Whether a line is at least as important. Lines without a level are always shown. */
export const isShown = (line: LogLine, least: Level): boolean =>
  !LEVELS.includes(line.level as Level) || LEVELS.indexOf(line.level as Level) >= LEVELS.indexOf(least);

function entryOf(line: string): Omit<LogLine, "key"> {
  try {
    const { time, level, message, ...fields } = JSON.parse(line) as Record<string, unknown>;
    if (typeof message === "string")
      return { level: String(level ?? ""), time: typeof time === "string" ? time : undefined, message, fields };
  } catch {
    // Not a line of the gateway's own log.
  }
  return { level: "", time: undefined, message: line, fields: {} };
}
