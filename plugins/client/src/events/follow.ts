import { PosternError } from "../http/error.ts";
import { pause } from "../http/pause.ts";
import { isTransient, retryDelay } from "../http/retry.ts";
import type { Transport } from "../http/transport.ts";
import type { Gap, GatewayEvent } from "./event.ts";
import type { Frame } from "./frames.ts";
import { readStream } from "./read-stream.ts";

/** Which events to follow, and from where. */
export interface EventOptions<Type extends string = string> {
  /** Types such as `chats.message.created`, or globs: `*` is one part of a type, `**` any number (default: all). */
  readonly types?: readonly Type[];
  /** Only events about this id. */
  readonly subject?: string;
  /** Only events on this topic. */
  readonly topic?: string;
  /** The cursor after which to start: the id of an event, or what `checkpoint` received (default: now). */
  readonly after?: string;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
  /**
   * Receives the cursor after which to continue, once everything before it has been used: the next event has been
   * asked for. It is waited for. Store it, and pass it as `after` the next time.
   */
  readonly checkpoint?: (cursor: string) => unknown;
  /** Called whenever the connection is open, before its first event. */
  readonly onConnect?: () => unknown;
  /** Called when the connection was interrupted and is opened again after `waitMs` milliseconds. */
  readonly onReconnect?: (reason: PosternError, waitMs: number) => unknown;
  /** Milliseconds without a sign of the gateway after which to reconnect (default: 60 000). It sends one every 15 s. */
  readonly idleMs?: number;
}

/** Delays before reconnecting. */
const DELAYS = { attempts: Number.POSITIVE_INFINITY, totalMs: 0, firstDelayMs: 500, longestDelayMs: 30_000 };

/**
 * Follows events until the signal aborts or the caller leaves the loop. After an interruption it continues after the
 * last event, so each arrives once and in order. Throws if the gateway refuses the stream, for example with 401.
 */
export async function* followEvents(
  transport: Transport,
  options: EventOptions = {},
): AsyncGenerator<GatewayEvent | Gap, void> {
  const { types, subject, topic, signal, checkpoint, onConnect, onReconnect, idleMs = 60_000 } = options;
  const query = { type: types?.join(","), subject, topic };
  let cursor = options.after;
  let reportedGap: string | undefined;
  let failures = 0;
  while (!signal?.aborted) {
    try {
      for await (const frames of readStream(transport, { ...query, after: cursor }, { idleMs, signal, onConnect })) {
        failures = 0;
        for (const frame of frames) {
          const value = parseFrame(frame);
          if (value?.type === "gap" && "first" in value) {
            // The cursor stays before the gap until the next event, so a new connection reports it again.
            if (value.after !== reportedGap) yield value;
            reportedGap = value.after;
          } else if (value) yield value;
          if (frame.id !== undefined) {
            cursor = frame.id;
            await checkpoint?.(cursor);
          }
          if (signal?.aborted) return;
        }
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isTransient(error)) throw error;
      const waitMs = retryDelay(++failures, DELAYS, error.retryAfterMs);
      onReconnect?.(error, waitMs);
      await pause(waitMs, signal).catch(() => {});
    }
  }
}

function parseFrame({ event, data }: Frame): GatewayEvent | Gap | undefined {
  if (data === undefined) return undefined;
  try {
    const value = JSON.parse(data) as GatewayEvent;
    return event === "gap" ? { ...(value as unknown as Omit<Gap, "type">), type: "gap" } : value;
  } catch {
    throw new PosternError({
      ...{ code: "client.invalid_answer", status: 200 },
      detail: `An event is not JSON: ${data.slice(0, 100)}`,
    });
  }
}
