import { setTimeout as pause } from "node:timers/promises";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { byTime, createEntryReader, jsonLine, type LogEntry, type LogSource, textLine } from "../log/log-entry.ts";
import { gatewayLog, runnerLog } from "../log/log-files.ts";
import { openTail } from "../log/log-tail.ts";
import { runningGateway } from "../running.ts";
import type { Settings } from "../settings.ts";

export interface LogsFlags {
  follow?: boolean;
  lines?: string;
  json?: boolean;
}

/** Milliseconds between looks at the files. */
const INTERVAL = 250;
const MAX_LINES = 100_000;

/** Prints the last log lines of the gateway and the channel runner, merged by time; with `follow`, until a signal. */
export async function logs(
  settings: Settings,
  only: LogSource | undefined,
  flags: LogsFlags,
  io: Io,
  signal: AbortSignal,
): Promise<ExitCode> {
  const count = countOf(flags.lines ?? "100");
  const paths = Object.entries(pathsIn(settings)).filter(([source]) => only === undefined || source === only);
  const opened = await Promise.all(
    paths.map(async ([source, path]) => {
      const { lines, tail } = await openTail(path, count);
      const read = createEntryReader(source as LogSource);
      return { isEmpty: lines.length === 0, entries: lines.map(read), tail, read };
    }),
  );
  if (opened.every(({ isEmpty }) => isEmpty)) reportNone(paths, flags, io);
  const print = async (entries: LogEntry[]) => {
    for (const entry of entries.sort(byTime)) io.out(flags.json ? jsonLine(entry) : textLine(entry));
    await io.drained();
  };
  await print(
    opened
      .flatMap(({ entries }) => entries)
      .sort(byTime)
      .slice(-count),
  );
  while (flags.follow && !signal.aborted) {
    await pause(INTERVAL, undefined, { signal }).catch(() => {});
    const added = await Promise.all(opened.map(async ({ tail, read }) => (await tail.read()).map(read)));
    await print(added.flat());
  }
  return Exit.done;
}

/** A gateway may write its log elsewhere. */
const pathsIn = ({ data }: Settings): Record<LogSource, string> => ({
  gateway: runningGateway(data)?.log ?? gatewayLog(data),
  runner: runnerLog(data),
});

function reportNone(paths: readonly [string, string][], { follow }: LogsFlags, io: Io): void {
  const names = paths.map(([, path]) => path).join(" and ");
  const help = 'The gateway writes one with "postern serve --log-file" or as a service.';
  if (!follow) throw new Refusal(`No log found in ${names}. ${help}`, Exit.failed);
  io.note(`No log yet in ${names}. ${help}\n`);
}

function countOf(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_LINES) return count;
  throw new Refusal(`--lines must be a number from 1 to ${MAX_LINES}, not ${JSON.stringify(text)}`);
}
