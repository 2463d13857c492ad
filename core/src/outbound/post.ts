import { publicHosts } from "./host-rule.ts";
import { type Answer, request } from "./request.ts";

/** What is posted, where to, and within which limits. */
export interface Posting {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
  /** Milliseconds for the connection, all redirects and the answer. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** How many redirects are followed, 3 by default; with none, the redirect is the answer. */
  readonly redirects?: number;
}

/** An answer of which only the beginning was read. */
export interface Posted extends Pick<Answer, "status" | "headers"> {
  /** The first kilobyte of its body, on one line, without control characters. */
  readonly text: string;
}

/** Bytes of an answer that are read, and milliseconds that are waited for them: its status has said what counts. */
const MOST_READ = 1024;
const PATIENCE = 1_000;

/** Posts to a URL that somebody else named, which may be private only with `allowPrivate`. */
export async function post({ url, allowPrivate, redirects = 3, ...posting }: Posting): Promise<Posted> {
  const answer = await request(url, { ...posting, method: "POST", to: publicHosts(allowPrivate), redirects });
  const { status, headers } = answer;
  return { status, headers, text: await beginningOf(answer) };
}

/** What came until the body was cut or late is enough. */
async function beginningOf({ chunks, discard }: Answer): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const timer = setTimeout(discard, PATIENCE);
  try {
    for await (const chunk of chunks) {
      parts.push(chunk);
      size += chunk.byteLength;
      if (size >= MOST_READ) break;
    }
  } catch {
    // The status counts, whatever became of the body.
  }
  clearTimeout(timer);
  discard();
  return plain(Buffer.concat(parts).subarray(0, MOST_READ));
}

/** Text that can be shown anywhere: no control characters, and no half of a character where it was cut. */
const plain = (bytes: Buffer): string =>
  new TextDecoder()
    .decode(bytes)
    .replace(/(?<!\uFFFD)\uFFFD+$/, "")
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
