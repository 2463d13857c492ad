import type { Secret } from "@postern/credentials/services";
import { anyHost, parseRetryAfter, RequestFailed, request } from "@postern/kit/outbound";
import { type SpeechError, speechError } from "../speech-error.ts";

const MAX_ERROR_BYTES = 16 * 1024;

interface RequestOptions {
  readonly url: string;
  readonly secret: Secret;
  readonly body?: object;
  /** Milliseconds to wait for data. */
  readonly silence: number;
  /** Milliseconds until the response must be complete; no limit by default. */
  readonly timeout?: number;
  /** Maximum size of the response in bytes; no limit by default. */
  readonly mostBytes?: number;
  readonly signal: AbortSignal;
}

/** A streamed response. It must be read or stopped. */
interface StreamedResponse {
  readonly type: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  stop(): void;
}

/** Sends a request to the service and returns the streamed response. */
export async function exchange({
  url,
  secret,
  body,
  silence,
  timeout,
  mostBytes,
  signal,
}: RequestOptions): Promise<StreamedResponse> {
  // Redirects are not followed, because they could send the key to another host.
  const answer = await request(url, {
    to: anyHost,
    method: body ? "POST" : "GET",
    headers: { "xi-api-key": secret.reveal(), accept: "*/*", ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
    idle: silence,
    ...(timeout !== undefined && { timeout }),
    ...(mostBytes !== undefined && { mostBytes }),
    signal,
  }).catch((error: unknown) => {
    throw translateFailure(error);
  });
  const { status, headers, discard } = answer;
  if (status !== 200)
    throw responseError(status, headers["retry-after"], await readErrorMessage(answer.chunks, secret, discard));

  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* answer.chunks;
    } catch (error) {
      throw translateFailure(error);
    }
  }
  return { type: headers["content-type"] ?? "", chunks: chunks(), stop: discard };
}

/** Translates a failed request. */
function translateFailure(error: unknown): unknown {
  if (!(error instanceof RequestFailed)) return error;
  const { kind, message } = error;
  if (kind === "timeout") return speechError("provider_silent", `The provider did not respond in time: ${message}`);
  if (kind === "too_large") return speechError("provider_nonsense", message);
  return speechError("provider_unreachable", `The provider is not reachable: ${message}`);
}

function responseError(status: number, retryAfter: string | undefined, text: string): SpeechError {
  const words = `The provider answered ${status}${text && `: ${text}`}`;
  if (status === 401)
    return speechError("key_refused", `The provider refused the key (401)${text && `: ${text}`}`, {
      isFinal: true,
      stops: true,
    });
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const wait = parseRetryAfter(retryAfter, Date.now());
    return speechError(status === 429 ? "provider_busy" : "provider_failed", words, wait === undefined ? {} : { wait });
  }
  if (status >= 300 && status < 400)
    return speechError("provider_redirects", `${words}: redirects are not followed; check voiceprovider.url`, {
      isFinal: true,
    });
  return speechError("provider_refused", words, { isFinal: true });
}

/** The message of an error response, shortened, and without the key in case the service repeats it. */
async function readErrorMessage(
  chunks: AsyncIterable<Uint8Array>,
  secret: Secret,
  discard: () => void,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of chunks) {
      parts.push(part);
      size += part.byteLength;
      if (size > MAX_ERROR_BYTES) return "";
    }
  } catch {
    return "";
  } finally {
    discard();
  }
  return messageIn(String(Buffer.concat(parts)))
    .replaceAll(secret.reveal(), "[secret]")
    .replace(/\s+/g, " ")
    .slice(0, 200);
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
