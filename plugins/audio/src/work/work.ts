import { isGatewayError, type Logger, type PluginContext, T, type Transacting } from "@postern/core";
import { isElsewhere } from "@postern/credentials/services";
import { defineQueue, nonRetryable, requeueForAnotherHost, retryIn } from "@postern/kit/queue";
import { type RequestRecord, requests, sounds, texts } from "../collections.ts";
import { requestDelayed, requestReady, requestStarted } from "../events.ts";
import { group } from "../group.ts";
import { updateRequest } from "../request.ts";
import type { Sound } from "../schemas.ts";
import { isSpeechError, type SpeechError, speechError } from "../speech-error.ts";
import { connectionName, PROVIDER } from "../voiceprovider/connection.ts";
import { generate } from "./generate.ts";
import { park, stopOf, stopWorker } from "./stop.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const backoff = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
/** Interval in ms for checking whether a running request was cancelled. */
const CANCEL_CHECK_INTERVAL = 500;

type GeneratedSound = Sound & { parts: string[] };

export const Attempt = T.Object({
  milliseconds: T.Integer({ description: "Duration of the attempt in milliseconds" }),
  bytes: T.Optional(T.Integer({ description: "Size of the sound in bytes" })),
});

/** The queue of speech requests, one job per request. */
export const work = defineQueue(group, "work", {
  one: "job",
  entry: T.Object({
    request: T.String({ description: "Request id" }),
    provider: T.Optional(T.String({ description: "Speech provider" })),
  }),
  note: Attempt,
  about: { field: "request", of: ({ request }) => request },
  backoff,
  timeout: 15 * MINUTE,
  concurrency: 8,
  share: { of: ({ provider }) => provider, most: 4 },
  async handle({ id: job, payload, attempt }, { host, signal, note }) {
    if (await isOfAnotherHost(host, payload.provider))
      throw requeueForAnotherHost("The key of the voice provider is on another host");
    const started = await startRequest(host, payload.request, job);
    if (!started) return undefined;
    const { request, text } = started;
    const began = performance.now();
    const duration = () => ({ milliseconds: Math.round(performance.now() - began) });
    const cancelled = watchCancelled(host, request.id, job);
    try {
      const made = await generate(host, request, text, AbortSignal.any([signal, cancelled.signal]));
      note({ ...duration(), bytes: made.bytes });
      return (ctx: Transacting) => storeResult(ctx, request.id, job, made);
    } catch (error) {
      if (isElsewhere(error)) throw requeueForAnotherHost(error.message);
      note(duration());
      if (cancelled.signal.aborted) return undefined;
      // The gateway is stopping: the job continues after the next start.
      if (host.signal.aborted) throw error;
      return await recordFailure(host, request, job, attempt, toSpeechError(error, signal, host.log));
    } finally {
      cancelled.stop();
    }
  },
});

/** Whether only gateways on other hosts can read the key of the voice provider. They do the work. */
async function isOfAnotherHost(
  { config, services }: PluginContext<typeof group>,
  provider: string | undefined,
): Promise<boolean> {
  if (provider !== PROVIDER) return false;
  return (await services.secrets?.isHere(connectionName(config))) === false;
}

/** Marks a request as generating; undefined if there is nothing to do or the worker is stopped. */
async function startRequest(host: PluginContext<typeof group>, id: string, job: string) {
  return host.transact(async (ctx) => {
    const request = await findResponsible(ctx, id, job);
    const kept = await ctx.store.get(texts, id);
    if (!request || !kept) return undefined;
    const stop = await stopOf(ctx.store, host, request.voice.provider);
    if (stop) {
      await park(ctx, request, stop);
      return undefined;
    }
    if (request.state !== "generating")
      await updateRequest(ctx, request, { state: "generating", error: undefined, isParked: undefined }, requestStarted);
    return { request, text: kept.text };
  });
}

/** The request if this job is still responsible for it, and it was not cancelled. */
async function findResponsible(
  { store }: Pick<Transacting, "store">,
  id: string,
  job: string,
): Promise<RequestRecord | undefined> {
  const request = await store.get(requests, id);
  const isWanted = request?.job === job && ["published", "generating", "failed"].includes(request.state);
  return isWanted ? request : undefined;
}

/** Aborts when a request is cancelled, also by another process. */
function watchCancelled(host: PluginContext<typeof group>, id: string, job: string) {
  const unwanted = new AbortController();
  async function look(): Promise<void> {
    const request = await host.store.get(requests, id);
    if (request?.job !== job || request.state === "cancelled") unwanted.abort();
  }
  // A failed check is repeated; the final commit checks again anyway.
  const timer = setInterval(() => void look().catch(() => {}), CANCEL_CHECK_INTERVAL);
  timer.unref();
  return { signal: unwanted.signal, stop: () => clearInterval(timer) };
}

async function storeResult(
  ctx: Transacting,
  id: string,
  job: string,
  { parts, ...sound }: GeneratedSound,
): Promise<void> {
  const request = await findResponsible(ctx, id, job);
  if (!request) return;
  const { type, bytes } = sound;
  await ctx.store.put(sounds, { id, type, bytes, parts });
  await updateRequest(ctx, request, { state: "ready", sound, readyAt: ctx.now, error: undefined }, requestReady);
}

/** Records why an attempt failed, and throws the error that schedules the retry or ends the job. */
async function recordFailure(
  host: PluginContext<typeof group>,
  { id, voice }: RequestRecord,
  job: string,
  attempt: number,
  { code, message, isFinal = false, stops = false, wait }: SpeechError,
): Promise<undefined> {
  await host.transact(async (ctx) => {
    const request = await findResponsible(ctx, id, job);
    if (stops) await stopWorker(ctx, host, voice.provider, { code, reason: message });
    if (!request) return;
    const error = { code, message, at: ctx.now };
    if (stops && !isFinal) await park(ctx, request, { code, reason: message });
    else await updateRequest(ctx, request, { state: "published", error }, requestDelayed);
  });
  if (isFinal) throw nonRetryable(message);
  if (stops) return undefined;
  // A shorter delay than the backoff is ignored, so that a provider cannot use up all attempts in a second.
  if (wait !== undefined && wait > (backoff[attempt - 1] ?? 0)) throw retryIn(wait, message);
  throw new Error(message);
}

/** Unexpected errors may contain paths and other internals, so their text goes only to the log. */
function toSpeechError(error: unknown, signal: AbortSignal, log: Logger): SpeechError {
  if (isSpeechError(error)) return error;
  if (isGatewayError(error)) return speechError("credentials", error.message);
  if (signal.aborted)
    return speechError("timeout", String((signal.reason as Error | undefined)?.message ?? signal.reason));
  log.warn({ error: String(error) }, "Unexpected error in a speech request");
  return speechError("internal", "Internal error; see the log of the gateway");
}
