import { publicHosts } from "./host-rule.ts";
import { type Answer, request } from "./request.ts";

/** A request to post, and its limits. */
export interface Posting {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
  /** Time limit in milliseconds for the connection, all redirects and the answer. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Maximum number of redirects, 3 by default. With 0 the redirect is the answer. */
  readonly redirects?: number;
}

/** An answer of which only the start was read. */
export interface Posted extends Pick<Answer, "status" | "headers"> {
  /** The first kilobyte of its body, on one line, without control characters. */
  readonly text: string;
}

/** Limits for reading the answer, in bytes and milliseconds: its status is enough. */
const MAX_READ = 1024;
const READ_TIMEOUT = 1_000;

/** Posts to a URL that a user or another program chose. Private addresses require `allowPrivate`. */
export async function post({ url, allowPrivate, redirects = 3, ...posting }: Posting): Promise<Posted> {
  const answer = await request(url, { ...posting, method: "POST", to: publicHosts(allowPrivate), redirects });
  const { status, headers } = answer;
  return { status, headers, text: await startOf(answer) };
}

/** A body that is cut off or late does not matter. */
async function startOf({ chunks, discard }: Answer): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const timer = setTimeout(discard, READ_TIMEOUT);
  try {
    for await (const chunk of chunks) {
      parts.push(chunk);
      size += chunk.byteLength;
      if (size >= MAX_READ) break;
    }
  } catch {
    // The status counts, whatever happened to the body.
  }
  clearTimeout(timer);
  discard();
  return plain(Buffer.concat(parts).subarray(0, MAX_READ));
}

/** Text that is safe to show: without control characters, and without a partial character at the end. */
const plain = (bytes: Buffer): string =>
  new TextDecoder()
    .decode(bytes)
    .replace(/(?<!\uFFFD)\uFFFD+$/, "")
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
