import { type PluginContext, T, type Transacting } from "@postern/core";
import { canAccessCreated, creatorOf } from "@postern/kit/access";
import { cloudEventOf, eventVisibility } from "@postern/kit/cloudevents";
import { parseRetryAfter, post, RequestFailed, signed } from "@postern/kit/outbound";
import { defineQueue, nonRetryable, requeueForAnotherHost, retryIn } from "@postern/kit/queue";
import { isElsewhere } from "@postern/kit/sealing";
import { eventIn, hooks, messages, secrets } from "./collections.ts";
import { hookDisabled, hookTested } from "./events.ts";
import { group } from "./group.ts";
import { showHook } from "./hook.ts";
import type { Hook, StatusReason } from "./schemas.ts";
import { openSecret } from "./secret.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between attempts. */
const backoff = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];

export const Attempt = T.Object({
  status: T.Optional(T.Integer({ description: "HTTP status of the response" })),
  milliseconds: T.Integer({ description: "Duration of the attempt in milliseconds" }),
  answer: T.Optional(T.String({ description: "The start of the response body" })),
});

/** Deliveries: one entry for each hook and event. Its id is the `webhook-id`, which is the same at each attempt. */
export const deliveries = defineQueue(group, "deliveries", {
  one: "delivery",
  entry: T.Object({
    hook: T.String({ description: "Id of the webhook" }),
    type: T.String({ description: "Type of the event" }),
    event: T.Optional(T.String({ description: "Id of the event; absent for a test" })),
  }),
  columns: { type: "plain", hook: ["id", 3], event: ["plain", 4] },
  note: Attempt,
  about: { field: "hook", of: ({ hook }) => hook },
  // Visible to callers who may see the hook; deliveries of a removed hook are visible to admins only.
  async visible({ caller, store }, { hook: id }) {
    const hook = await store.get(hooks, id);
    return hook !== undefined && canAccessCreated(store, caller, hook.contextId);
  },
  backoff,
  // Longer than the maximum of the configured timeout, whose error message is more helpful.
  timeout: 40 * SECOND,
  // An attempt mostly waits, and a slow target must not delay the others.
  concurrency: 64,
  share: { of: ({ hook }) => hook, most: 24 },
  async handle({ id, payload, attempt, cause }, { host, signal, note }) {
    const { hook, body, keys } = await prepare(host, payload.hook, id);
    const now = host.now();
    const headers = {
      ...signed(id, now, body, keys),
      "content-type": "application/cloudevents+json",
      "user-agent": "Postern",
      ...(cause?.traceparent !== undefined && { traceparent: cause.traceparent }),
    };
    const { hooksPrivate: allowPrivate, timeout } = host.config;
    const began = performance.now();
    const spent = () => Math.round(performance.now() - began);
    const posting = post({ url: hook.url, body, headers, allowPrivate, timeout, signal });
    const {
      status,
      headers: answered,
      text,
    } = await posting.catch((error: unknown) => {
      note({ milliseconds: spent() });
      throw error instanceof RequestFailed && error.isFinal ? nonRetryable(error.message) : error;
    });
    note({ status, milliseconds: spent(), ...(text !== "" && { answer: text }) });
    if (status >= 200 && status < 300) return ({ store }: Transacting) => store.delete(messages, hook.id, id);
    if (status === 410) {
      await host.transact((ctx) => disableHook(ctx, hook.id, "gone"));
      throw nonRetryable("The target answered 410 Gone, so the hook was disabled");
    }
    const wait = status === 429 || status === 503 ? parseRetryAfter(answered["retry-after"], now) : undefined;
    const message = `The target answered ${status}`;
    // A shorter wait than our own is ignored, so that a target cannot use up all attempts within seconds.
    if (wait === undefined || wait < (backoff[attempt - 1] ?? 0)) throw new Error(message);
    throw retryIn(wait, `${message} and asked to wait ${Math.ceil(wait / SECOND)} seconds`);
  },
});

/**
 * Returns the hook, the body and the signing secrets of a delivery. Throws a permanent error if it can no longer be
 * delivered.
 */
async function prepare(host: PluginContext<typeof group>, hookId: string, id: string) {
  const { store } = host;
  const hook = await store.get(hooks, hookId);
  if (!hook) throw nonRetryable("The hook was removed");
  if (hook.status === "disabled") throw nonRetryable("The hook is disabled");
  const reader = await creatorOf(store, hook, host.now());
  if (!reader) {
    await host.transact((ctx) => disableHook(ctx, hook.id, "context_ended"));
    throw nonRetryable("The context that created the hook was revoked or has expired");
  }
  const message = await store.get(messages, hook.id, id);
  const kept = await store.get(secrets, hook.id);
  if (!message || !kept) throw nonRetryable("The event is no longer available");
  // A test event contains nothing that its sender does not know.
  const sight = eventVisibility(host.services.gateway);
  const isSeen = sight.admits(reader, message) && (await sight.shows({ caller: reader, store }, message));
  if (message.type !== hookTested.type && !isSeen)
    throw nonRetryable("The context that created the hook may no longer read this event");
  const former = kept.former.filter(({ until }) => until > host.now());
  const opening = [kept.secret, ...former].map((secret) => openSecret(host.services, secret, hook.id));
  const keys = await Promise.all(opening).catch((error: unknown) => {
    throw isElsewhere(error) ? requeueForAnotherHost(error.message) : error;
  });
  return { hook, body: JSON.stringify(cloudEventOf(eventIn(message), sight.topicOf(message.type))), keys };
}

/** Disables a hook and discards its waiting deliveries, in the caller's transaction. */
export async function disableHook(ctx: Transacting, id: string, reason: StatusReason): Promise<Hook | undefined> {
  const before = await ctx.store.get(hooks, id);
  if (!before || before.status === "disabled") return before && showHook(before);
  const after = { ...before, status: "disabled" as const, statusReason: reason, updatedAt: ctx.now };
  await ctx.store.put(hooks, after);
  await deliveries.discardAbout(ctx, id);
  const hook = showHook(after);
  ctx.emit(hookDisabled, { hook, reason });
  return hook;
}
