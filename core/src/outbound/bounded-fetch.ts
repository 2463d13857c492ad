import { RequestFailed } from "./failure.ts";
import { anyHost } from "./host-rule.ts";
import { readBytes } from "./read.ts";
import { request } from "./request.ts";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * `fetch` for libraries that call APIs of other programs. It follows no redirects, which could leak a key, allows at
 * most `timeout` milliseconds for the complete answer, and reads at most `mostBytes` bytes of it.
 */
export function boundedFetch({ timeout, mostBytes }: { timeout: number; mostBytes: number }): typeof fetch {
  return async (input, { signal: given, ...init } = {}) => {
    // Libraries may pass signals that are not Node's, which Node's APIs do not accept.
    const ended = new AbortController();
    const end = () => ended.abort(given?.reason);
    if (given?.aborted) end();
    given?.addEventListener("abort", end);
    try {
      const {
        url,
        method,
        headers: asked,
        body,
      } = new Request(input, { ...init, ...(init.body && { duplex: "half" }) });
      const answer = await request(url, {
        to: anyHost,
        method,
        headers: Object.fromEntries(asked),
        ...(body && { body: new Uint8Array(await new Response(body).arrayBuffer()) }),
        timeout,
        mostBytes,
        signal: ended.signal,
      });
      if (REDIRECTS.has(answer.status)) {
        answer.discard();
        throw new RequestFailed("redirected", `${new URL(url).host} redirects, and redirects are not followed`);
      }
      const bytes = await readBytes(answer.chunks);
      const { status, headers } = answer;
      return new Response(bytes.length === 0 ? null : bytes, { status, headers });
    } finally {
      given?.removeEventListener("abort", end);
    }
  };
}
