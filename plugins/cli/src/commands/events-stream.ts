import { type IncomingMessage, request } from "node:http";
import { type RequestOptions, request as secureRequest } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
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

const SOONEST = 500;
const LATEST = 30_000;
/** Without a sign of life for so long a connection is dead; the gateway gives one every 15 s unless configured. */
const SILENCE = 330_000;

/** Follows what happens until a signal, and comes again by itself where it was cut off, at the event where it was. */
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
        if (status !== 503) return refused(await text(response), status, flags, io);
        response.resume();
        throw new Error("the gateway is not ready");
      }
      if (!isFirst) io.note("Connected again\n");
      isFirst = false;
      failures = 0;
      await read(response, flags, io, (id) => {
        cursor = id;
      });
      throw new Error("the gateway ended the stream");
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof Refusal && isFirst) throw error;
      const wait = Math.min(LATEST, SOONEST * 2 ** failures++) * (0.8 + Math.random() * 0.4);
      io.note(`Not connected: ${(error as Error).message}; again in ${(wait / 1000).toFixed(1)} s\n`);
      await pause(wait, undefined, { signal }).catch(() => {});
    }
  }
  return Exit.done;
}

/** Looked up each time: a gateway that was started again may listen elsewhere. */
function addressOf(settings: Settings): string {
  if (settings.gateway !== undefined) return settings.gateway;
  const running = runningGateway(settings.data);
  if (!running) assertInitialised(settings);
  if (!running) throw new Refusal("No gateway serves this data folder: run postern serve first", Exit.failed);
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
    const asked = (url.protocol === "https:" ? secureRequest : request)(url, options, resolve);
    asked.setTimeout(SILENCE, () => asked.destroy(new Error("the gateway gives no sign of life")));
    asked.on("error", (error: NodeJS.ErrnoException) => reject(new Error(reasonOf(error))));
    asked.end();
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
    io.note(`Events after ${after} and before ${first} are no longer kept\n`);
  } else if (json) io.out(`${data}\n`);
  else {
    const told = JSON.parse(data) as Shown;
    const line = [told.time, told.type, told.subject ?? "", JSON.stringify(told.data)].filter(Boolean).join("  ");
    io.out(`${plain(line.length > io.columns ? `${line.slice(0, io.columns - 1)}…` : line)}\n`);
  }
}

function refused(body: string, status: number, { json }: StreamFlags, io: Io): ExitCode {
  let problem: Record<string, unknown> | undefined;
  try {
    problem = JSON.parse(body) as Record<string, unknown>;
  } catch {
    // What is no JSON comes from something else than a gateway.
  }
  if (json) io.out(`${body}\n`);
  else io.note(problemText(problem, status));
  return exitOf(status, problem);
}
