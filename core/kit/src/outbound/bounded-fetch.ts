import { RequestFailed } from "./failure.ts";
import type { HostRule } from "./host-rule.ts";
import { readBytes } from "./read.ts";
import { request } from "./request.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Answers that have no body. */
const EMPTY = new Set([204, 205, 304]);

interface Bounds {
  /** Maximum milliseconds for the complete answer. */
  readonly timeout: number;
  /** Maximum size of its body in bytes. */
  readonly mostBytes: number;
  /** The allowed hosts. */
  readonly to: HostRule;
  /** Passes the body on as it arrives, at most so many milliseconds without a byte, instead of reading it first. */
  readonly idle?: number;
}

/** `fetch` for libraries that call APIs of other programs. It follows no redirects, which could leak a key. */
export function boundedFetch({ timeout, mostBytes, to, idle }: Bounds): typeof fetch {
  return async (input, { signal: given, ...init } = {}) => {
    // Libraries may pass signals that are not Node's, which Node's APIs do not accept.
    const ended = new AbortController();
    const end = () => ended.abort(given?.reason);
    if (given?.aborted) end();
    given?.addEventListener("abort", end);
    const forget = () => given?.removeEventListener("abort", end);
    let isStreamed = false;
    try {
      const {
        url,
        method,
        headers: asked,
        body,
      } = new Request(input, { ...init, ...(init.body && { duplex: "half" }) });
      const answer = await request(url, {
        to,
        method,
        headers: Object.fromEntries(asked),
        ...(body && { body: new Uint8Array(await new Response(body).arrayBuffer()) }),
        timeout,
        mostBytes,
        ...(idle !== undefined && { idle }),
        signal: ended.signal,
      });
      if (REDIRECTS.has(answer.status)) {
        answer.discard();
        throw new RequestFailed("redirected", `${new URL(url).host} redirects, and redirects are not followed`);
      }
      const { status, headers } = answer;
      if (idle !== undefined && !EMPTY.has(status)) {
        isStreamed = true;
        return new Response(ReadableStream.from(finallyOf(answer.chunks, forget)), { status, headers });
      }
      const bytes = await readBytes(answer.chunks);
      return new Response(bytes.length === 0 ? null : bytes, { status, headers });
    } finally {
      // The signal ends a body that is still being read.
      if (!isStreamed) forget();
    }
  };
}

async function* finallyOf<T>(items: AsyncIterable<T>, done: () => void): AsyncGenerator<T> {
  try {
    yield* items;
  } finally {
    done();
  }
}
