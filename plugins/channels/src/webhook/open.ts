import { randomUUID } from "node:crypto";
import {
  faultOf,
  isAllowedHost,
  type Posted,
  parseRetryAfter,
  post,
  RequestFailed,
  signed,
} from "@postern/core/outbound";
import { failureOf } from "../kind/failure.ts";
import { wellFormed } from "../kind/text.ts";
import { createTroubles } from "../kind/troubles.ts";
import { type AdapterContext, type Link, notSent, permanent, refused } from "../services.ts";
import type { Config } from "./config.ts";
import { secretIn } from "./secret.ts";

const TIMEOUT = 10_000;
const LONGEST_ID = 200;
/** Answers that will be the same at each attempt: it is the message that they are about. */
const FINAL = new Set([400, 405, 406, 411, 413, 414, 415, 422]);

/** Stands as long as nobody closes it: there is no connection before there is something to say. */
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

  /** Posts, and comes back where it was taken; throws what the fleet knows where it was not. */
  async function tell(id: string, content: object, signal: AbortSignal): Promise<Posted> {
    if (url === undefined) throw refused("The adapter has no url: it only takes in");
    const body = JSON.stringify({ adapter, ...content });
    const now = Date.now();
    const headers = await useSecret((secret) => signed(id, now, body, [secretIn(secret.reveal())]));
    const described = { ...headers, "content-type": "application/json", "user-agent": "Postern" };
    const posting = { url, body, headers: described, allowPrivate, timeout: TIMEOUT, redirects: 0, signal };
    const answer = await post(posting).catch((error: unknown) => {
      throw noAnswer(error);
    });
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (answer.status === 410) end({ reason: "The webhook is gone (410)", permanent: true });
    throw verdictOn(answer, now);
  }

  async function told(id: string, content: object, signal: AbortSignal): Promise<Posted> {
    try {
      const answer = await tell(id, content, signal);
      troubles.clear("target");
      return answer;
    } catch (error) {
      if (url !== undefined && error instanceof Error && !signal.aborted) troubles.set("target", error.message);
      throw error;
    }
  }

  return {
    closed,
    async send({ place, text, idempotencyKey }, signal) {
      const content = { type: "message", id: idempotencyKey, place, text: wellFormed(text) };
      const answer = await told(headerId(idempotencyKey), content, signal);
      return { id: idIn(answer) ?? idempotencyKey };
    },
    async edit({ place, of, text }, signal) {
      await told(randomUUID(), { type: "edit", of, place, text: wellFormed(text) }, signal);
    },
    async remove({ place, of }, signal) {
      await told(randomUUID(), { type: "delete", of, place }, signal);
    },
    close,
  };
}

function assertTarget(text: string, allowPrivate: boolean): void {
  if (!URL.canParse(text)) throw permanent("Its url is no address like https://example.com/messages");
  const url = new URL(text);
  const fault = faultOf(url);
  if (fault !== undefined) throw permanent(`Its url ${fault}`);
  if (!isAllowedHost(url, allowPrivate))
    throw permanent(`Nothing may be sent to ${url.hostname}, which is private, unless hooksPrivate allows it`);
}

function noAnswer(error: unknown): Error {
  if (error instanceof RequestFailed) return error.isFinal ? refused(error.message) : error;
  return new Error(failureOf(error, "the webhook").reason);
}

function verdictOn({ status, headers }: Posted, now: number): Error {
  const said = `The webhook answered ${status}`;
  if (status === 410) return refused("The webhook is gone (410)");
  if (status >= 300 && status < 400) return refused(`${said}: redirects are not followed, give it the right url`);
  if (FINAL.has(status)) return refused(said);
  const wait = status === 429 || status === 503 ? parseRetryAfter(headers["retry-after"], now) : undefined;
  if (wait !== undefined) return notSent(`${said} and asked for ${Math.ceil(wait / 1_000)} s`, wait);
  return status < 500 ? notSent(said) : new Error(said);
}

/** Full stops part what is signed. */
const headerId = (key: string): string => key.replace(/[^A-Za-z0-9_-]/g, "_");

/** The id that the other side gave the message, by which it will speak of it; ours where it gave none. */
function idIn({ text }: Posted): string | undefined {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    const named = typeof id === "number" ? String(id) : id;
    return typeof named === "string" && named !== "" && named.length <= LONGEST_ID ? named : undefined;
  } catch {
    return undefined;
  }
}
