import type { Dispatcher } from "undici";
import { type Connections, openConnections } from "./connections.ts";
import { failureOf, RequestFailed } from "./failure.ts";
import { bareHost, blocked, type HostRule } from "./host-rule.ts";
import { assertFollowable, nextTarget, withoutSecrets } from "./redirect.ts";

/** A request to another system, and its limits. */
export interface RequestOptions {
  /** The allowed hosts, or connections that are kept for several requests. */
  readonly to: HostRule | Connections;
  /** `GET` by default. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Time limit for the complete answer in milliseconds; no limit by default. */
  readonly timeout?: number;
  /** Maximum milliseconds without a byte: until connected, until the headers, and between parts of the body. */
  readonly idle?: number;
  /** Maximum size of the answer's body in bytes; no limit by default. */
  readonly mostBytes?: number;
  /** Maximum number of redirects; 0 by default: then a redirect is the answer. */
  readonly redirects?: number;
  /** The only origins the request may reach, including redirects; any by default. */
  readonly origins?: readonly string[];
  readonly signal?: AbortSignal;
}

/** An answer whose body is not yet read: read it to its end, or discard it. */
export interface Answer {
  readonly status: number;
  /** By lowercase name; the first value of a repeated header. */
  readonly headers: Readonly<Record<string, string>>;
  /** The final URL after redirects. */
  readonly url: string;
  /** The body in chunks. Throws `RequestFailed`, or the reason of the signal. */
  readonly chunks: AsyncIterable<Uint8Array>;
  discard(): void;
}

/**
 * Sends one HTTP request. It connects only to checked addresses, and by itself follows no redirects and repeats
 * nothing. Throws `RequestFailed`, or the reason of the signal.
 */
export async function request(url: string | URL, options: RequestOptions): Promise<Answer> {
  const { to, timeout, idle, redirects = 0, signal } = options;
  const isKept = typeof to !== "function";
  const connectTimeout = idle ?? timeout;
  const connections = isKept ? to : openConnections(to, { ...(connectTimeout !== undefined && { connectTimeout }) });
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  const ended = AbortSignal.any([signal, limit].filter((one) => one !== undefined));
  let target = new URL(url);

  const end = () => {
    if (!isKept) connections.close();
  };
  const failure = (error: unknown): unknown => {
    end();
    if (signal?.aborted) return signal.reason;
    if (limit?.aborted)
      return new RequestFailed("timeout", `No complete answer from ${target.host} within ${timeout} ms`);
    const { code } = (error ?? {}) as { code?: unknown };
    if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT")
      return new RequestFailed("timeout", `No data from ${target.host} for ${idle} ms`);
    return failureOf(error, target.host);
  };

  async function* read(body: Dispatcher.ResponseData["body"]): AsyncGenerator<Uint8Array> {
    const { mostBytes = Number.POSITIVE_INFINITY } = options;
    let size = 0;
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength;
        if (size > mostBytes)
          throw new RequestFailed("too_large", `The answer of ${target.host} is larger than ${mostBytes} bytes`);
        yield chunk;
      }
    } catch (error) {
      throw failure(error);
    } finally {
      end();
    }
  }

  try {
    let headers = options.headers ?? {};
    assertOrigin(target, options.origins);
    for (let followed = 0; ; followed++) {
      assertAllowed(target, connections.rule);
      const answer = await send(target, { ...options, headers }, connections, ended);
      const next = redirects > 0 ? nextTarget(target, answer, options.method) : undefined;
      const { body } = answer;
      // Without a listener, the error of an unread body would crash the process.
      body.on("error", () => {});
      const discard = () => {
        body.destroy();
        end();
      };
      if (!next)
        return {
          status: answer.statusCode,
          headers: firstOf(answer.headers),
          url: target.href,
          chunks: read(body),
          discard,
        };
      body.destroy();
      if (followed === redirects)
        throw new RequestFailed("redirected", `${target.host} redirects more than ${redirects} times`);
      assertOrigin(next, options.origins);
      assertFollowable(target, next);
      if (next.origin !== target.origin) headers = withoutSecrets(headers);
      target = next;
    }
  } catch (error) {
    throw failure(error);
  }
}

function assertOrigin({ origin, host }: URL, origins: readonly string[] | undefined): void {
  if (origins && !origins.includes(origin))
    throw new RequestFailed("other_origin", `The request leads to ${host}, which is not an allowed origin`, {
      isUnsent: true,
    });
}

function assertAllowed(target: URL, rule: HostRule): void {
  // The connector does not resolve a literal address, so it is checked here.
  const reason = rule(bareHost(target), target.protocol === "https:");
  if (reason !== undefined) throw blocked(target.hostname, reason);
}

async function send(
  target: URL,
  { method = "GET", headers, body, idle = 0 }: RequestOptions,
  connections: Connections,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const dispatcher = await connections.agent();
  signal.throwIfAborted();
  return dispatcher.request({
    origin: target.origin,
    path: target.pathname + target.search,
    method,
    headers: { ...headers },
    ...(body !== undefined && { body }),
    headersTimeout: idle,
    bodyTimeout: idle,
    signal,
  });
}

function firstOf(headers: Dispatcher.ResponseData["headers"]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) found[name] = first;
  }
  return found;
}
