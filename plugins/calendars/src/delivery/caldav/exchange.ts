import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { brokenBy, Fault } from "../fault.ts";
import { assertReachable, guardedLookup } from "../reach.ts";

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
  readonly headers: IncomingHttpHeaders;
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
  const limit = AbortSignal.timeout(server.timeout);
  const signal = AbortSignal.any([server.signal, limit]);
  let url = asking.url;
  try {
    for (let redirects = 0; ; redirects++) {
      if (!server.origins.includes(new URL(url).origin)) throw elsewhere(url);
      assertReachable(new URL(url));
      const answer = await send(server, { ...asking, url }, signal, take);
      const { location } = answer.headers;
      if (![301, 302, 307, 308].includes(answer.status) || location === undefined || asking.isManual) return answer;
      if (!FOLLOWED.has(asking.method)) throw new Fault("redirected", "The server sends a change elsewhere");
      if (redirects === MOST_REDIRECTS || !URL.canParse(location, url))
        throw new Fault("redirected", `The server redirects more than ${MOST_REDIRECTS} times, or to nowhere`);
      url = new URL(location, url).href;
    }
  } catch (error) {
    if (server.signal.aborted) throw server.signal.reason;
    if (limit.aborted) throw new Fault("timeout", `No whole answer within ${server.timeout} ms`);
    throw brokenBy(error);
  }
}

const elsewhere = (url: string) =>
  new Fault(
    "misconfigured",
    `The server refers to ${new URL(url).host}, which is not told the password; name a calendar there as calendarUrl if it is meant`,
  );

function send(server: Server, asking: Asking, signal: AbortSignal, take: Take): Promise<Answered> {
  const { method, url, body, most } = asking;
  const isSecure = url.startsWith("https:");
  const headers = {
    "user-agent": "Postern",
    ...(server.authorization !== undefined && { authorization: server.authorization }),
    ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
    ...asking.headers,
  };
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, lookup: guardedLookup(isSecure), signal } as const;
    const sent = (isSecure ? https : http).request(url, options, (response) => {
      read(response, most, take).then(
        () => resolve({ status: response.statusCode ?? 0, headers: response.headers, url }),
        (error) => {
          sent.destroy();
          reject(error);
        },
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function read(response: IncomingMessage, most: number, take: Take): Promise<void> {
  const { statusCode: status = 0 } = response;
  const decoder = new TextDecoder();
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new Fault("too_large", `The answer is larger than ${most} bytes`);
    take(decoder.decode(chunk, { stream: true }), status);
  }
  if (!response.complete) throw new Fault("cut_off", "The answer was cut in the middle");
  take(decoder.decode(), status);
}
