import { type IncomingMessage, request } from "node:http";
import { type RequestOptions, request as secureRequest } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { retryDelay } from "@postern/core/queue";
import { keyFor } from "../connection.ts";
import { assertInitialised } from "../data-folder.ts";
import { Exit, type ExitCode, exitOf, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { plain } from "../output/plain.ts";
import { problemText } from "../output/problem.ts";
import { reasonOf } from "../remote.ts";
import { runningGateway } from "../running.ts";
import { createServerSentReader, type ServerSent } from "../server-sent.ts";
import type { Settings } from "../settings.ts";
import { trustFor } from "../trust.ts";

export interface StreamFlags {
  type?: string;
  subject?: string;
  topic?: string;
  after?: string;
  json?: boolean;
}

/** Delays before reconnecting, in milliseconds. */
const WAITS = { first: 500, longest: 30_000 };
/**
 * A connection without data for this long, in milliseconds, is dead: the gateway sends a heartbeat every 15 s by
 * default.
 */
const SILENCE = 330_000;

/** Prints events until a signal. After an interruption it reconnects and continues after the last event. */
export async function streamEvents(
  settings: Settings,
  flags: StreamFlags,
  io: Io,
  signal: AbortSignal,
): Promise<ExitCode> {
  const authorization = `Bearer ${keyFor(settings)}`;
  let cursor = flags.after;
  let failures = 0;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      const url = addressOf(settings);
      const options = { ...trustFor(url, settings.data), signal };
      const response = await ask(url, { ...flags, after: cursor }, authorization, options);
      if (response.statusCode !== 200) {
        const status = response.statusCode ?? 0;
        if (status !== 503) return await refused(await text(response), status, flags, settings, io);
        response.resume();
        throw new Error("the gateway is not ready");
      }
      if (!isFirst) io.note("Reconnected\n");
      isFirst = false;
      failures = 0;
      await read(response, flags, io, (id) => {
        cursor = id;
      });
      throw new Error("the gateway ended the stream");
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof Refusal && isFirst) throw error;
      const wait = retryDelay(++failures, WAITS);
      io.note(`Disconnected: ${(error as Error).message}. Reconnecting in ${(wait / 1000).toFixed(1)} s.\n`);
      await pause(wait, undefined, { signal }).catch(() => {});
    }
  }
  return Exit.done;
}

/** Looked up for each attempt: a restarted gateway may listen on another port. */
function addressOf(settings: Settings): string {
  if (settings.gateway !== undefined) return settings.gateway;
  const running = runningGateway(settings.data);
  if (!running) assertInitialised(settings);
  if (!running)
    throw new Refusal('No gateway is serving this data folder. Start one with "postern serve".', Exit.failed);
  return running.url;
}

function ask(base: string, flags: StreamFlags, authorization: string, given: RequestOptions): Promise<IncomingMessage> {
  const url = new URL(`${base}/api/v1/events/stream`);
  for (const name of ["type", "subject", "topic", "after"] as const) {
    const value = flags[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return new Promise((resolve, reject) => {
    const options = { ...given, headers: { authorization, accept: "text/event-stream" } };
    const sent = (url.protocol === "https:" ? secureRequest : request)(url, options, resolve);
    sent.setTimeout(SILENCE, () => sent.destroy(new Error("the gateway does not respond")));
    sent.on("error", (error: NodeJS.ErrnoException) => reject(new Error(reasonOf(error))));
    sent.end();
  });
}

async function read(response: IncomingMessage, flags: StreamFlags, io: Io, onId: (id: string) => void): Promise<void> {
  const take = createServerSentReader((message) => show(message, flags, io), onId);
  response.setEncoding("utf8");
  for await (const piece of response) take(piece as string);
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
    io.out(`${plain(line.length > io.columns ? `${line.slice(0, io.columns - 1)}…` : line)}\n`);
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
  else {
    const why = async () => (await import("../refused-key.ts")).refusedKey(settings);
    io.note(await problemText(problem, status, why));
  }
  return exitOf(status, problem);
}
