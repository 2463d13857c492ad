import type { Secret } from "@postern/credentials/services";
import { type Trouble, trouble } from "../trouble.ts";
import { waitOf } from "./retry-after.ts";

const MOST_COMPLAINT = 16 * 1024;

interface Asked {
  readonly url: string;
  readonly secret: Secret;
  readonly body?: object;
  /** Milliseconds that the service may be silent. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** What the service streams; whoever does not read it stops it. */
interface Answer {
  readonly type: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  stop(): Promise<void>;
}

/** Asks the service, and answers what it streams; throws a trouble for whatever else it does. */
export async function exchange({ url, secret, body, timeout, signal }: Asked): Promise<Answer> {
  const silent = new AbortController();
  const hush = () => silent.abort(trouble("provider_silent", `The provider was silent for ${timeout} ms`));
  const timer = setTimeout(hush, timeout);
  const response = await fetch(url, {
    method: body ? "POST" : "GET",
    headers: { "xi-api-key": secret.reveal(), accept: "*/*", ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
    // A redirect would take the key to somebody else.
    redirect: "manual",
    signal: AbortSignal.any([signal, silent.signal]),
  }).catch((error: unknown) => {
    clearTimeout(timer);
    throw lost(error, silent.signal, signal);
  });

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      // The types of a browser, which the player's script brings along, know no such loop.
      const body: unknown = response.body ?? [];
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        timer.refresh();
        yield chunk;
        timer.refresh();
      }
    } catch (error) {
      throw lost(error, silent.signal, signal);
    } finally {
      clearTimeout(timer);
    }
  }
  async function stop(): Promise<void> {
    clearTimeout(timer);
    await response.body?.cancel();
  }
  if (response.status === 200) return { type: response.headers.get("content-type") ?? "", chunks: chunks(), stop };
  throw refusal(response, await wordsOf(chunks(), secret));
}

/** Reads all of what is streamed, but not more than `most` bytes. */
export async function whole(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of chunks) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > most) throw trouble("provider_nonsense", `The provider answered more than ${most} bytes`);
  }
  return Buffer.concat(parts);
}

/** Who called it off says why; everything else is the connection's fault, whose words name addresses of ours. */
function lost(error: unknown, silent: AbortSignal, signal: AbortSignal): unknown {
  if (silent.aborted) return silent.reason;
  if (signal.aborted) return signal.reason;
  const cause = (error as { cause?: { code?: unknown } }).cause?.code;
  const code = typeof cause === "string" ? ` (${cause})` : "";
  return trouble("provider_unreachable", `The provider cannot be reached, or broke off${code}`);
}

function refusal({ status, headers }: Response, said: string): Trouble {
  const words = `The provider answered ${status}${said && `: ${said}`}`;
  if (status === 401)
    return trouble("key_refused", `The provider refused the key (401)${said && `: ${said}`}`, {
      isFinal: true,
      stops: true,
    });
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const wait = waitOf(headers.get("retry-after") ?? undefined, Date.now());
    return trouble(status === 429 ? "provider_busy" : "provider_failed", words, wait === undefined ? {} : { wait });
  }
  if (status >= 300 && status < 400)
    return trouble("provider_redirects", `${words}: a redirect, which is not followed; see voiceprovider.url`, {
      isFinal: true,
    });
  return trouble("provider_refused", words, { isFinal: true });
}

/** What a refusal says for people, shortened, without the key if it should repeat it. */
async function wordsOf(chunks: AsyncIterable<Uint8Array>, secret: Secret): Promise<string> {
  const text = await whole(chunks, MOST_COMPLAINT).then(String, () => "");
  return messageIn(text).replaceAll(secret.reveal(), "[secret]").replace(/\s+/g, " ").slice(0, 200);
}

function messageIn(text: string): string {
  try {
    const { detail, message, error } = JSON.parse(text) as Record<string, unknown>;
    const said = [detail, (detail as { message?: unknown } | undefined)?.message, message, error];
    return said.find((one) => typeof one === "string") ?? "";
  } catch {
    return "";
  }
}
