import { T } from "@postern/core";
import { hostIn } from "@postern/credentials/services";
import { described, url } from "@postern/kit/fields";
import { isSecret, parseRetryAfter, request, signed } from "@postern/kit/outbound";
import { nonRetryable, retryIn } from "@postern/kit/queue";
import type { AnswerContext, Outcome, ResponderKind } from "../services.ts";
import { readReply } from "./http-reply.ts";

const Config = T.Object({
  url: described(url({ like: "https://example.com/answer" }), "URL to which turns are posted"),
  timeoutMs: T.Optional(
    T.Integer({
      minimum: 100,
      maximum: 600_000,
      description: "Milliseconds that the answer may take; 60000 by default",
    }),
  ),
  laterMs: T.Optional(
    T.Integer({
      minimum: 1_000,
      maximum: 600_000,
      description:
        "After a response with the status 202: milliseconds within which the turn must be answered or extended; 600000 by default",
    }),
  ),
  history: T.Optional(
    T.Integer({
      minimum: 0,
      maximum: 200_000,
      description: "Characters of earlier messages of the chat to send; 0 by default",
    }),
  ),
});
type Context = AnswerContext<{ url: string; timeoutMs?: number; laterMs?: number; history?: number }>;

const TIMEOUT = 60_000;
const LATER = 600_000;
/** Maximum size of a response in bytes. */
const MAX_BYTES = 4 * 2 ** 20;

/** Posts each turn, signed as webhooks are. The reply is the answer, or comes later through the API. */
export const http: ResponderKind<typeof Config> = {
  id: "http",
  title: "HTTP endpoint",
  description:
    "Posts each turn to a URL, signed like webhooks. The response is the answer, as JSON, text or an event stream; with the status 202 it is sent later with agents.turns.answer.",
  config: Config,
  secret: { needed: false, what: "a secret for signatures in the format whsec_…, as webhooks have" },
  timeout: 11 * 60_000,
  hostsOf: ({ url }) => [hostIn(url)],
  urlsOf: ({ url }) => [url],
  answer: (context) => context.useSecret(async (secret) => post(context, secret?.reveal())),
};

async function post(context: Context, secret: string | undefined): Promise<Outcome> {
  const { config, turn, signal, responder, hosts } = context;
  if (secret !== undefined && !isSecret(secret))
    throw nonRetryable("The secret of the connection is not in the format whsec_ and the base64 of 24 to 64 bytes");
  const before = config.history ? await context.history(config.history) : [];
  const body = JSON.stringify({ responder, turn, history: before.map(({ actorId, text }) => ({ actorId, text })) });
  const answer = await request(config.url, {
    to: hosts,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/plain, text/event-stream",
      ...(turn.cause?.traceparent !== undefined && { traceparent: turn.cause.traceparent }),
      ...(secret !== undefined && signed(`${turn.id}.${turn.attempt}`, Date.now(), body, [secret])),
    },
    body,
    timeout: config.timeoutMs ?? TIMEOUT,
    mostBytes: MAX_BYTES,
    signal,
  });
  const { status, headers } = answer;
  if (status === 202) {
    answer.discard();
    return { laterMs: config.laterMs ?? LATER };
  }
  if (status === 204) {
    answer.discard();
    return "silent";
  }
  if (status >= 200 && status < 300) return readReply(answer, context.draft);
  answer.discard();
  const reason = `${new URL(config.url).host} answered with the status ${status}`;
  const wait = parseRetryAfter(headers["retry-after"], Date.now());
  if (status === 429 || status === 503) throw retryIn(wait ?? 0, reason);
  if (status === 401 || status === 403 || status === 404 || status === 410) throw nonRetryable(reason);
  throw new Error(reason);
}
