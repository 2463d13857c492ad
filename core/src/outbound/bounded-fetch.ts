import { Unreachable } from "./unreachable.ts";

/**
 * `fetch` for calling another program's interface: it follows no redirect, which could carry a key elsewhere, waits no
 * longer than `timeout` milliseconds for all of the answer, and reads no more than `most` bytes of it.
 */
export function boundedFetch({ timeout, most }: { timeout: number; most: number }): typeof fetch {
  return async (input, init = {}) => {
    const ended = new AbortController();
    // Signals of other makes than Node's come here too, and Node's fetch takes none but its own.
    const { signal: given } = init;
    const end = () => ended.abort(given?.reason);
    if (given?.aborted) end();
    given?.addEventListener("abort", end);
    const late = setTimeout(() => ended.abort(new Unreachable(`No answer within ${timeout} ms`)), timeout);
    try {
      const response = await fetch(input, { ...init, redirect: "error", signal: ended.signal });
      const { status, statusText, headers } = response;
      const bytes = await bytesOf(response, most);
      return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers });
    } catch (error) {
      throw ended.signal.reason instanceof Unreachable ? ended.signal.reason : error;
    } finally {
      clearTimeout(late);
      given?.removeEventListener("abort", end);
    }
  };
}

async function bytesOf({ body }: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) throw new Unreachable(`The answer is longer than ${most} bytes`);
    chunks.push(chunk);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
