import type { Secret } from "@postern/credentials/services";
import { boundedFetch, type FailureKind, type HostRule, parseRetryAfter, RequestFailed } from "@postern/kit/outbound";
import { nonRetryable, retryIn } from "@postern/kit/queue";
import type { ChatCompletionMessageParam, ChatCompletionTool } from "openai/resources/chat/completions";
import { createReplyReader, type Reply, type Report } from "./reply.ts";

/** Maximum size of a response of the server in bytes. */
const MAX_BYTES = 8 * 2 ** 20;
const TIMEOUT = 120_000;

/** One request to the model. */
export interface Asking {
  readonly model: string;
  readonly messages: readonly ChatCompletionMessageParam[];
  readonly tools: readonly ChatCompletionTool[];
  readonly maxTokens: number;
  readonly temperature: number | undefined;
  /** The trace of the turn, which servers of models can continue. */
  readonly traceparent: string | undefined;
}

/** A server with the chat completions API. */
export interface ModelClient {
  /** The ids of its models. */
  models(signal: AbortSignal): Promise<string[]>;
  /** Resolves with the complete reply. `onText` gets the whole text so far. */
  ask(asking: Asking, signal: AbortSignal, onText: (text: string) => void): Promise<Reply & { report?: Report }>;
}

/** Connects nowhere yet. The package is loaded only when a model is used. */
export async function clientFor(
  { baseURL, timeoutMs: timeout = TIMEOUT }: { readonly baseURL: string; readonly timeoutMs?: number },
  hosts: HostRule,
  secret: Secret | undefined,
): Promise<ModelClient> {
  const { OpenAI } = await import("openai");
  const client = new OpenAI({
    baseURL,
    // Servers without keys ignore it. Nothing is taken from the environment of the gateway.
    apiKey: secret?.reveal() ?? "none",
    organization: null,
    project: null,
    maxRetries: 0,
    timeout,
    logLevel: "off",
    fetch: boundedFetch({ timeout, mostBytes: MAX_BYTES, to: hosts, idle: timeout }),
  });
  /** A server that repeats its API key reveals it to nobody. */
  const redact = (text: string) => (secret ? text.replaceAll(secret.reveal(), "[redacted]") : text);
  const guarded = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      throw faultOf(error, new URL(baseURL).host);
    });

  return {
    models: (signal) =>
      guarded(async () => {
        const ids: string[] = [];
        for await (const { id } of client.models.list({ signal })) if (ids.push(id) >= 1_000) break;
        return ids;
      }),
    ask: ({ model, messages, tools, maxTokens, temperature, traceparent }, signal, onText) =>
      guarded(async () => {
        const stream = await client.chat.completions.create(
          {
            model,
            messages: [...messages],
            max_tokens: maxTokens,
            stream: true,
            stream_options: { include_usage: true },
            ...(tools.length > 0 && { tools: [...tools] }),
            ...(temperature !== undefined && { temperature }),
          },
          { signal, ...(traceparent !== undefined && { headers: { traceparent } }) },
        );
        const reader = createReplyReader((text) => onText(redact(text)));
        for await (const chunk of stream) reader.take(chunk);
        const { text, calls, ...reply } = reader.end();
        return {
          ...reply,
          text: redact(text),
          calls: calls.map((call) => ({ ...call, arguments: redact(call.arguments) })),
        };
      }),
  };
}

/** Failures that another attempt does not change. */
const FINAL: ReadonlySet<FailureKind> = new Set(["blocked", "too_large", "redirected", "other_origin"]);

/** What people see of an error, and whether another attempt can help. */
function faultOf(error: unknown, host: string): unknown {
  const failed = causeOf(error);
  if (failed) return failed.isFinal || FINAL.has(failed.kind) ? nonRetryable(failed.message) : failed;
  const { status, headers, message } = (error ?? {}) as { status?: unknown; headers?: Headers; message?: string };
  if (typeof status !== "number") return error;
  const reason = `${host} answered with the status ${status}`;
  if (status === 401 || status === 403) return nonRetryable(`${reason}: the API key is rejected`);
  if (status === 429 || status === 503)
    return retryIn(parseRetryAfter(headers?.get("retry-after") ?? undefined, Date.now()) ?? 0, reason);
  if (status >= 500 || status === 408 || status === 409) return new Error(reason);
  // What a server says about a wrong request, such as an unknown model, names what to change.
  return nonRetryable(
    `${reason}: ${String(message)
      .replace(/^\d+\s*/, "")
      .slice(0, 300)}`,
  );
}

/** The failure of our own fetch, which the package wraps. */
function causeOf(error: unknown): RequestFailed | undefined {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth++)
    if (inner instanceof RequestFailed) return inner;
  return undefined;
}
