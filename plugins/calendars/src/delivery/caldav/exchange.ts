import { RequestFailed, request } from "@postern/core/outbound";
import { brokenBy, Fault } from "../fault.ts";
import { serverHosts } from "../reach.ts";

/** A server, and who one is there; only these origins are ever told the password. */
export interface Server {
  readonly url: string;
  readonly origins: readonly string[];
  /** A header's value. */
  readonly authorization?: string;
  /** Milliseconds that a request may take, its answer and redirects included. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** An address of the server, also where it was noted when that was reached by another name: then the same path by this one. */
export function located({ url: base, origins }: Pick<Server, "url" | "origins">, url: string): string {
  const { origin, pathname } = new URL(url);
  return origins.includes(origin) ? url : new URL(pathname, base).href;
}

export interface Asking {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bytes of the answer that are taken. */
  readonly most: number;
  /** Whether the caller sees to redirects itself. */
  readonly isManual?: boolean;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Where it was found, after redirects. */
  readonly url: string;
}

/** Takes a piece of an answer, whose status says what it is. */
export type Take = (text: string, status: number) => void;

const MOST_REDIRECTS = 3;
/** A redirect of what changes something could do it elsewhere than was meant. */
const FOLLOWED = new Set(["GET", "PROPFIND", "REPORT"]);

/**
 * One request to a server and its answer, which is handed on as it comes, decoded. Throws a Fault for whatever keeps
 * the answer from being whole; a status is no fault here.
 */
export async function exchange(server: Server, asking: Asking, take: Take): Promise<Answered> {
  const { method, body, most, isManual = false } = asking;
  try {
    const { status, headers, url, chunks } = await request(asking.url, {
      to: serverHosts,
      method,
      headers: {
        "user-agent": "Postern",
        ...(server.authorization !== undefined && { authorization: server.authorization }),
        ...asking.headers,
      },
      ...(body !== undefined && { body }),
      timeout: server.timeout,
      mostBytes: most,
      redirects: FOLLOWED.has(method) && !isManual ? MOST_REDIRECTS : 0,
      origins: server.origins,
      signal: server.signal,
    });
    const decoder = new TextDecoder();
    for await (const chunk of chunks) take(decoder.decode(chunk, { stream: true }), status);
    take(decoder.decode(), status);
    if (headers.location !== undefined && REDIRECTS.has(status) && !isManual)
      throw new Fault(
        "redirected",
        "The server redirects a write request to another URL; such redirects are not followed",
      );
    return { status, headers, url };
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    throw error.kind === "other_origin" ? elsewhere(error) : brokenBy(error);
  }
}

const REDIRECTS = new Set([301, 302, 307, 308]);

const elsewhere = ({ message }: RequestFailed) =>
  new Fault(
    "misconfigured",
    `${message}: the password is not sent there. If the redirect is expected, set calendarUrl to a calendar on that server`,
  );
