import { type IncomingMessage, request } from "node:http";
import { type RequestOptions, request as secureRequest } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { retryDelay } from "@postern/kit/queue";
import { keyFor } from "./connection.ts";
import { assertInitialised } from "./data-folder.ts";
import { Exit, Refusal } from "./exit.ts";
import { reasonOf } from "./remote.ts";
import { runningGateway } from "./running.ts";
import { createServerSentReader, type ServerSent } from "./server-sent.ts";
import type { Settings } from "./settings.ts";
import { trustFor } from "./trust.ts";

/** Which events to follow, as in the query of the event stream. */
export interface EventFilter {
  type?: string;
  subject?: string;
  topic?: string;
  after?: string;
}

/** What happens while events are followed. */
export interface Following {
  event(message: ServerSent): void;
  /** The connection is open: the first time, or again after an interruption. */
  connected?(isFirst: boolean): void;
  /** The connection was interrupted and is opened again after this many milliseconds. */
  interrupted(reason: string, wait: number): void;
}

/** Delays before reconnecting, in milliseconds. */
const WAITS = { first: 500, longest: 30_000 };
/**
 * A connection without data for this long, in milliseconds, is dead: the gateway sends a heartbeat every 15 s by
 * default.
 */
const SILENCE = 330_000;

/**
 * Follows events until the signal. After an interruption it reconnects and continues after the last event. Returns the
 * response that refuses the stream, if one does.
 */
export async function followEvents(
  settings: Settings,
  filter: EventFilter,
  following: Following,
  signal: AbortSignal,
): Promise<{ status: number; body: string } | undefined> {
  const authorization = `Bearer ${keyFor(settings)}`;
  let cursor = filter.after;
  let failures = 0;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      const url = addressOf(settings);
      const options = { ...trustFor(url, settings.data), signal };
      const response = await ask(
        url,
        { ...filter, ...(cursor !== undefined && { after: cursor }) },
        authorization,
        options,
      );
      if (response.statusCode !== 200) {
        const status = response.statusCode ?? 0;
        if (status !== 503) return { status, body: await text(response) };
        response.resume();
        throw new Error("the gateway is not ready");
      }
      following.connected?.(isFirst);
      isFirst = false;
      failures = 0;
      const take = createServerSentReader(
        (message) => following.event(message),
        (id) => {
          cursor = id;
        },
      );
      response.setEncoding("utf8");
      for await (const piece of response) take(piece as string);
      throw new Error("the gateway ended the stream");
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof Refusal && isFirst) throw error;
      const wait = retryDelay(++failures, WAITS);
      following.interrupted((error as Error).message, wait);
      await pause(wait, undefined, { signal }).catch(() => {});
    }
  }
  return undefined;
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

function ask(
  base: string,
  filter: EventFilter,
  authorization: string,
  given: RequestOptions,
): Promise<IncomingMessage> {
  const url = new URL(`${base}/api/v1/events/stream`);
  for (const name of ["type", "subject", "topic", "after"] as const) {
    const value = filter[name];
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
