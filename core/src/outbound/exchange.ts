import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { Unreachable } from "./unreachable.ts";

/** What came back. */
export interface Answer {
  readonly status: number;
  /** Where a redirect leads. */
  readonly location?: string;
  readonly retryAfter?: string;
  /** How its body begins, for people. */
  readonly text: string;
}

/** Bytes of an answer that are read, and milliseconds that are waited for them: its status has said what counts. */
const MOST_READ = 1024;
const PATIENCE = 1_000;

/** One request and its answer. A connection of its own, to one of the addresses that `lookup` gave. */
export function exchange(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  { lookup, signal }: { lookup: LookupFunction; signal: AbortSignal },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http;
    const length = { "content-length": String(Buffer.byteLength(body)) };
    const options = { method: "POST", headers: { ...headers, ...length }, agent: false, lookup, signal } as const;
    const sent = request(url, options, (response) => {
      const { statusCode: status = 0, headers: told } = response;
      const { location, "retry-after": retryAfter } = told;
      beginningOf(response).then((text) => {
        resolve({ status, ...(location && { location }), ...(retryAfter && { retryAfter }), text });
        // What else it has to say is not waited for.
        sent.destroy();
      });
    });
    sent.on("error", (error) => reject(signal.aborted ? error : legible(error)));
    sent.end(body);
  });
}

function beginningOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => {
      clearTimeout(timer);
      resolve(plain(Buffer.concat(chunks).subarray(0, MOST_READ)));
    };
    const timer = setTimeout(end, PATIENCE);
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size < MOST_READ) return;
      response.pause();
      end();
    });
    response.once("end", end).once("error", end).once("close", end);
  });
}

/** Text that can be shown anywhere: no control characters, and no half of a character where it was cut. */
const plain = (bytes: Buffer): string =>
  new TextDecoder()
    .decode(bytes)
    .replace(/(?<!\uFFFD)\uFFFD+$/, "")
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();

/** Node's own words name addresses of our network; its codes do not. */
function legible(error: NodeJS.ErrnoException): Error {
  if (error instanceof Unreachable) return error;
  const { code = "no code" } = error;
  return new Unreachable(WORDS[code] ?? `The connection failed (${code})`);
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The connection was refused (ECONNREFUSED)",
  ECONNRESET: "The connection was cut before an answer came (ECONNRESET)",
  ENOTFOUND: "There is no host of that name (ENOTFOUND)",
  EAI_AGAIN: "Its name could not be looked up (EAI_AGAIN)",
  CERT_HAS_EXPIRED: "Its certificate has expired (CERT_HAS_EXPIRED)",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)",
};
