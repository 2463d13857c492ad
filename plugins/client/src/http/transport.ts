import { attemptOnce, type Fetch } from "./attempt.ts";
import { PosternError } from "./error.ts";
import { pendingIn, problemIn } from "./read-problem.ts";
import { type RetryOptions, type RetryPolicy, retryPolicy, withRetries } from "./retry.ts";

/** How a client reaches a gateway. */
export interface TransportOptions {
  /** The address of the gateway, such as `http://127.0.0.1:4870`, with the path at which it is mounted, if any. */
  readonly url: string;
  /** The key, or a function that returns it for each request. */
  readonly key: string | (() => string | Promise<string>);
  /** The `fetch` to use (default: the global one). */
  readonly fetch?: Fetch;
  /** Milliseconds until an attempt has failed (default: 60 000). */
  readonly timeoutMs?: number;
  /** When failed requests are repeated; `false` for never. */
  readonly retry?: RetryOptions | false;
}

/** What a request can send. Types of the web that Node's types lack are not used. */
export type RequestBody = string | Uint8Array | Blob | FormData | URLSearchParams | ReadableStream<Uint8Array>;

/** Options of one request. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly retry?: RetryOptions | false;
}

export interface TransportRequest {
  /** Starts with `/`. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody | undefined;
  /** Whether a command that waits for approval is an answer. Otherwise it is thrown. */
  readonly mayWait?: boolean;
}

/** Sends requests with the key, and repeats those that fail for a while. */
export interface Transport {
  readonly policy: RetryPolicy;
  /** Sends a request and reads its JSON response. */
  json(request: TransportRequest, options: RequestOptions): Promise<unknown>;
  /** Sends a request and returns the response when its headers have arrived. `stop` ends the connection. */
  open(request: TransportRequest, options: RequestOptions): Promise<{ response: Response; stop: () => void }>;
}

export function createTransport(given: TransportOptions): Transport {
  const { url, key, timeoutMs = 60_000 } = given;
  // Called without a receiver, which browsers refuse for their own fetch.
  const fetch = given.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const base = baseOf(url);
  const policy = retryPolicy(given.retry);

  async function prepare({ path, method, headers, body }: TransportRequest, options: RequestOptions) {
    if (!path.startsWith("/")) throw new TypeError(`A path starts with "/"; got ${JSON.stringify(path)}`);
    const token = typeof key === "string" ? key : await key();
    if (!VISIBLE.test(token)) throw new TypeError("A key has only visible ASCII characters");
    const sent = { ...headers, authorization: `Bearer ${token}` };
    const init = {
      method,
      headers: sent,
      ...(body !== undefined && { body: body as never }),
      ...(isStream(body) && HALF),
    };
    return { fetch, url: base + path, init, timeoutMs: options.timeoutMs ?? timeoutMs, signal: options.signal };
  }

  return {
    policy,
    async json(request, options) {
      const attempt = await prepare(request, options);
      const { retry, signal } = options;
      return withRetries(retry === undefined ? policy : retryPolicy(retry, policy), signal, () =>
        attemptOnce(attempt, async (response) => {
          const text = await response.text();
          if (!response.ok) throw problemIn(response, text);
          const answer = parseAnswer(text, attempt.url);
          if (response.status === 202 && !request.mayWait) throw pendingIn(answer);
          return answer;
        }),
      );
    },
    async open(request, options) {
      const attempt = await prepare(request, options);
      const { retry, signal } = options;
      const isRepeatable = request.method === "GET" || request.method === "HEAD";
      return withRetries(retryPolicy(isRepeatable ? retry : false, policy), signal, () =>
        attemptOnce({ ...attempt, streams: true }, async (response, stop) => {
          if (!response.ok && response.status !== 304) throw problemIn(response, await response.text());
          return { response, stop };
        }),
      );
    },
  };
}

/** What a header can have: anything else would fail within fetch, and look like a connection that fails. */
const VISIBLE = /^[\x21-\x7e]*$/;

/** A body that is a stream can be sent once, and is sent while the response is read. */
const HALF = { duplex: "half" } as const;
const isStream = (body: unknown): boolean => body instanceof ReadableStream;

function baseOf(url: string): string {
  const { protocol, origin, pathname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:")
    throw new TypeError(`The url of a gateway starts with http:// or https://; got ${JSON.stringify(url)}`);
  return origin + pathname.replace(/\/+$/, "");
}

function parseAnswer(text: string, url: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PosternError({ code: "client.invalid_answer", status: 200, detail: `The answer of ${url} is not JSON` });
  }
}
