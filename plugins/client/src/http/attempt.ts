import { PosternError } from "./error.ts";

/** The part of `fetch` that the client needs. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A request that is sent once. */
export interface Attempt {
  readonly fetch: Fetch;
  readonly url: string;
  readonly init: RequestInit;
  /** Milliseconds until `read` must have resolved. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The response is read after the attempt, so the signal must end it then too. */
  readonly streams?: true;
}

/**
 * Sends a request and reads its response, within the time limit. Connections that fail are `client.network`; an aborted
 * signal rejects with its reason.
 */
export async function attemptOnce<T>(
  { fetch, url, init, timeoutMs, signal, streams }: Attempt,
  read: (response: Response, stop: () => void) => Promise<T>,
): Promise<T> {
  const control = new AbortController();
  let isLate = false;
  const stop = () => control.abort(signal?.reason);
  const timer = setTimeout(() => {
    isLate = true;
    control.abort();
  }, timeoutMs);
  signal?.addEventListener("abort", stop, { once: true });
  // A listener would be removed before the response has been read, or never.
  const ends = streams && signal ? AbortSignal.any([signal, control.signal]) : control.signal;
  try {
    // Redirects are not followed: they could take the key to another machine.
    const response = await fetch(url, { ...init, signal: ends, redirect: "manual" });
    return await read(response, () => control.abort());
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof PosternError) throw error;
    throw new PosternError(
      isLate
        ? { code: "client.timeout", status: 0, detail: `No answer from ${url} within ${timeoutMs} ms` }
        : { code: "client.network", status: 0, detail: `No answer from ${url}: ${reasonOf(error)}`, cause: error },
    );
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Node names the reason of a failed connection in the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: unknown; message?: unknown }; message?: unknown };
  return String(cause?.code ?? cause?.message ?? message);
}
