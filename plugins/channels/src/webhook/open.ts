import { randomUUID } from "node:crypto";
import {
  faultOf,
  isAllowedHost,
  type Posted,
  parseRetryAfter,
  post,
  RequestFailed,
  signed,
} from "@postern/kit/outbound";
import { failureOf } from "../kind/failure.ts";
import { wellFormed } from "../kind/text.ts";
import { createTroubles } from "../kind/troubles.ts";
import { type AdapterContext, type Link, notSent, permanent, refused } from "../services.ts";
import type { Config } from "./config.ts";
import { secretIn } from "./secret.ts";

const TIMEOUT = 10_000;
const MAX_ID_LENGTH = 200;
/** Statuses that are the same for every attempt, because they are about the message. */
const FINAL = new Set([400, 405, 406, 411, 413, 414, 415, 422]);

/** The link stays open until it is closed. There is no permanent connection: each message is one request. */
export async function openWebhook(context: AdapterContext<Config>, allowPrivate: boolean): Promise<Link> {
  const { adapter, config, signal, useSecret } = context;
  const { url } = config;
  if (url !== undefined) assertTarget(url, allowPrivate);
  await useSecret((secret) => void secretIn(secret.reveal()));

  const troubles = createTroubles(context);
  let end: (why: { reason: string; permanent?: boolean }) => void = () => {};
  const closed = new Promise<{ reason: string; permanent?: boolean }>((resolve) => {
    end = resolve;
  });
  const close = async () => {
    signal.removeEventListener("abort", stop);
    end({ reason: "Closed" });
  };
  const stop = () => void close();
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });

  /** Posts a message and returns the answer. Throws an error with a verdict if it was not accepted. */
  async function postSigned(id: string, content: object, signal: AbortSignal, trace: object): Promise<Posted> {
    if (url === undefined) throw refused("This webhook has no url, so it can only receive");
    const body = JSON.stringify({ adapter, ...content });
    const now = Date.now();
    const headers = await useSecret((secret) => signed(id, now, body, [secretIn(secret.reveal())]));
    const described = { ...headers, "content-type": "application/json", "user-agent": "Postern", ...trace };
    const posting = { url, body, headers: described, allowPrivate, timeout: TIMEOUT, redirects: 0, signal };
    const answer = await post(posting).catch((error: unknown) => {
      throw noAnswer(error);
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (answer.status === 410) end({ reason: "The webhook no longer exists (410)", permanent: true });
    throw verdictOn(answer, now);
  }

  async function deliver(id: string, content: object, signal: AbortSignal, trace = {}): Promise<Posted> {
    try {
      const answer = await postSigned(id, content, signal, trace);
      troubles.clear("target");
      return answer;
    } catch (error) {
      if (url !== undefined && error instanceof Error && !signal.aborted) troubles.set("target", error.message);
      throw error;
    }
  }

  return {
    closed,
    async send({ place, text, idempotencyKey, traceparent }, signal) {
      const content = { type: "message", id: idempotencyKey, place, text: wellFormed(text) };
      const trace = traceparent === undefined ? {} : { traceparent };
      const answer = await deliver(headerId(idempotencyKey), content, signal, trace);
      return { id: idIn(answer) ?? idempotencyKey };
    },
    async edit({ place, of, text }, signal) {
      await deliver(randomUUID(), { type: "edit", of, place, text: wellFormed(text) }, signal);
    },
    async remove({ place, of }, signal) {
      await deliver(randomUUID(), { type: "delete", of, place }, signal);
    },
    close,
  };
}

function assertTarget(text: string, allowPrivate: boolean): void {
  if (!URL.canParse(text))
    throw permanent("Invalid webhook url: it must be an absolute address such as https://example.com/messages");
  const url = new URL(text);
  const fault = faultOf(url);
  if (fault !== undefined) throw permanent(`Invalid webhook url: it ${fault}`);
  if (!isAllowedHost(url, allowPrivate))
    throw permanent(
      `Private address ${url.hostname} is not allowed. Set hooksPrivate to allow webhooks at private addresses.`,
    );
}

function noAnswer(error: unknown): Error {
  if (error instanceof RequestFailed) return error.isFinal ? refused(error.message) : error;
  return new Error(failureOf(error, "the webhook").reason);
}

function verdictOn({ status, headers }: Posted, now: number): Error {
  const answered = `The webhook answered ${status}`;
  if (status === 410) return refused("The webhook no longer exists (410)");
  if (status >= 300 && status < 400)
    return refused(`${answered}: redirects are not followed. Set the url to the final address.`);
  if (FINAL.has(status)) return refused(answered);
  const wait = status === 429 || status === 503 ? parseRetryAfter(headers["retry-after"], now) : undefined;
  if (wait !== undefined) return notSent(`${answered} and asks to wait ${Math.ceil(wait / 1_000)} s`, wait);
  return status < 500 ? notSent(answered) : new Error(answered);
}

/** Dots separate the parts of the signed text. */
const headerId = (key: string): string => key.replace(/[^A-Za-z0-9_-]/g, "_");

/** The id that the receiver gave the message and will use to refer to it. By default, ours. */
function idIn({ text }: Posted): string | undefined {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    const named = typeof id === "number" ? String(id) : id;
    return typeof named === "string" && named !== "" && named.length <= MAX_ID_LENGTH ? named : undefined;
  } catch {
    return undefined;
  }
}
