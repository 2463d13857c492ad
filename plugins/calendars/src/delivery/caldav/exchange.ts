import { type HostRule, RequestFailed, request } from "@postern/kit/outbound";
import { Fault, requestFault } from "../fault.ts";

/** A server with the credentials for it. The password is sent to these origins only. */
export interface Server {
  readonly url: string;
  readonly origins: readonly string[];
  /** The hosts that it may have. */
  readonly hosts: HostRule;
  /** Value of the Authorization header. */
  readonly authorization?: string;
  /** Timeout of a request in milliseconds, including its response and redirects. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** A URL on the server. If it was stored when the server had another origin, the same path on the current one. */
export function urlOnServer({ url: base, origins }: Pick<Server, "url" | "origins">, url: string): string {
  const { origin, pathname } = new URL(url);
  return origins.includes(origin) ? url : new URL(pathname, base).href;
}

export interface RequestOptions {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Maximum size of the response in bytes. */
  readonly most: number;
  /** Whether the caller handles redirects itself. */
  readonly isManual?: boolean;
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** URL of the response, after redirects. */
  readonly url: string;
}

/** Receives a chunk of a response, with its status. */
export type ChunkHandler = (text: string, status: number) => void;

const MAX_REDIRECTS = 3;
/** Redirects of write requests are not followed, because they could change something else than intended. */
const FOLLOWED = new Set(["GET", "PROPFIND", "REPORT"]);

/**
 * Sends a request and passes on the decoded response as it arrives. Throws a Fault if the response is incomplete; an
 * error status is not a fault here.
 */
export async function exchange(server: Server, asking: RequestOptions, onChunk: ChunkHandler): Promise<ResponseHead> {
  const { method, body, most, isManual = false } = asking;
  try {
    const { status, headers, url, chunks } = await request(asking.url, {
      to: server.hosts,
      method,
      headers: {
        "user-agent": "Postern",
        ...(server.authorization !== undefined && { authorization: server.authorization }),
        ...asking.headers,
      },
      ...(body !== undefined && { body }),
      timeout: server.timeout,
      mostBytes: most,
      redirects: FOLLOWED.has(method) && !isManual ? MAX_REDIRECTS : 0,
      origins: server.origins,
      signal: server.signal,
    });
    const decoder = new TextDecoder();
    for await (const chunk of chunks) onChunk(decoder.decode(chunk, { stream: true }), status);
    onChunk(decoder.decode(), status);
    if (headers.location !== undefined && REDIRECTS.has(status) && !isManual)
      throw new Fault(
        "redirected",
        "The server redirects a write request to another URL; such redirects are not followed",
      );
    return { status, headers, url };
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    throw error.kind === "other_origin" ? otherOriginFault(error) : requestFault(error);
  }
}

const REDIRECTS = new Set([301, 302, 307, 308]);

const otherOriginFault = ({ message }: RequestFailed) =>
  new Fault(
    "misconfigured",
    `${message}: the password is not sent there. If the redirect is expected, set calendarUrl to a calendar on that server`,
  );
