import { PosternError } from "../http/error.ts";
import type { Transport } from "../http/transport.ts";
import { createFrameParser, type Frame } from "./frames.ts";

/** Which events a stream has. */
export interface StreamQuery {
  readonly type?: string | undefined;
  readonly subject?: string | undefined;
  readonly topic?: string | undefined;
  readonly after?: string | undefined;
}

/**
 * The frames of one connection, in portions as they arrive. A portion is read when the one before has been used, so a
 * slow consumer slows down the gateway. Throws when the connection ends or is silent for `idleMs` milliseconds.
 */
export async function* readStream(
  transport: Transport,
  query: StreamQuery,
  {
    idleMs,
    signal,
    onConnect,
  }: {
    readonly idleMs: number;
    readonly signal: AbortSignal | undefined;
    readonly onConnect?: (() => unknown) | undefined;
  },
): AsyncGenerator<readonly Frame[], void> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const path = `/api/v1/events/stream?${new URLSearchParams(given)}`;
  const headers = { accept: "text/event-stream" };
  const options = { retry: false as const, timeoutMs: idleMs, ...(signal && { signal }) };
  const { response, stop } = await transport.open({ path, method: "GET", headers }, options);
  if (!response.body) throw interrupted("the response has no body");
  onConnect?.();
  const reader = response.body.getReader();
  const parse = createFrameParser();
  try {
    for (;;) {
      const bytes = await nextChunk(reader, idleMs, signal);
      const frames = parse(bytes);
      if (frames.length > 0) yield frames;
    }
  } finally {
    // Also ends connections whose body no longer reacts.
    stop();
    await reader.cancel().catch(() => {});
  }
}

async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleMs: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(interrupted(`nothing arrived for ${idleMs} ms`)), idleMs);
  });
  try {
    const { done, value } = await Promise.race([reader.read(), silence]);
    if (!done) return value;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw error instanceof PosternError ? error : interrupted((error as Error).message, error);
  } finally {
    clearTimeout(timer);
  }
  throw interrupted("the gateway ended it");
}

function interrupted(reason: string, cause?: unknown): PosternError {
  const detail = `The event stream was interrupted: ${reason}`;
  return new PosternError({ code: "client.network", status: 0, detail, cause });
}
