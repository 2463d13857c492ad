import { missingGroup } from "../disabled.ts";
import { Exit, type ExitCode, exitOf } from "../exit.ts";
import { type EventFilter, followEvents } from "../follow-events.ts";
import type { Io } from "../io.ts";
import { plain } from "../output/plain.ts";
import { problemText } from "../output/problem.ts";
import type { ServerSent } from "../server-sent.ts";
import type { Settings } from "../settings.ts";

export interface StreamFlags extends EventFilter {
  json?: boolean;
}

/** Prints events until a signal. After an interruption it reconnects and continues after the last event. */
export async function streamEvents(
  settings: Settings,
  flags: StreamFlags,
  io: Io,
  signal: AbortSignal,
): Promise<ExitCode> {
  const refusal = await followEvents(
    settings,
    flags,
    {
      event: (message) => show(message, flags, io),
      connected: (isFirst) => isFirst || io.note("Reconnected\n"),
      interrupted: (reason, wait) =>
        io.note(`Disconnected: ${reason}. Reconnecting in ${(wait / 1000).toFixed(1)} s.\n`),
    },
    signal,
  );
  if (!refusal) return Exit.done;
  return refused(refusal.body, refusal.status, flags, settings, io);
}

interface Shown {
  time: string;
  type: string;
  subject?: string;
  data: unknown;
}

function show({ event, data }: ServerSent, { json }: StreamFlags, io: Io): void {
  if (event === "gap") {
    const { after, first } = JSON.parse(data) as { after: string; first: string };
    io.note(`Events after ${after} and before ${first} are no longer available\n`);
  } else if (json) io.out(`${data}\n`);
  else {
    const shown = JSON.parse(data) as Shown;
    const line = [shown.time, shown.type, shown.subject ?? "", JSON.stringify(shown.data)].filter(Boolean).join("  ");
    io.out(`${plain(io.isTerminal && line.length > io.columns ? `${line.slice(0, io.columns - 1)}…` : line)}\n`);
  }
}

async function refused(
  body: string,
  status: number,
  { json }: StreamFlags,
  settings: Settings,
  io: Io,
): Promise<ExitCode> {
  let problem: Record<string, unknown> | undefined;
  try {
    problem = JSON.parse(body) as Record<string, unknown>;
  } catch {
    // A response that is not JSON does not come from a gateway.
  }
  if (json) io.out(`${body}\n`);
  else if (status === 404) throw missingGroup("events", settings);
  else {
    const why = async () => (await import("../refused-key.ts")).refusedKey(settings);
    io.note(await problemText(problem, status, why));
  }
  return exitOf(status, problem);
}
