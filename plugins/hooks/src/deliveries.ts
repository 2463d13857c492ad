import { type PluginContext, T, type Transacting } from "@postern/core";
import { cloudEventOf, sightOf } from "@postern/core/cloudevents";
import { parseRetryAfter, post, RequestFailed, signed } from "@postern/core/outbound";
import { defineQueue, nonRetryable, retryIn } from "@postern/core/queue";
import { eventIn, hooks, messages, secrets } from "./collections.ts";
import { hookDisabled, hookTested } from "./events.ts";
import { group } from "./group.ts";
import { showHook } from "./hook.ts";
import { isMine, readerOf } from "./rights.ts";
import type { Hook, StatusReason } from "./schemas.ts";
import { secretIn } from "./secret.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Between attempts. */
const backoff = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];

export const Attempt = T.Object({
  status: T.Optional(T.Integer({ description: "HTTP status of the answer" })),
  milliseconds: T.Integer({ description: "How long it took, in milliseconds" }),
  answer: T.Optional(T.String({ description: "How the answer's body begins" })),
});

/** What hooks have to tell, one entry for each hook and event. Its id is the `webhook-id`, the same at each attempt. */
export const deliveries = defineQueue(group, "deliveries", {
  one: "delivery",
  entry: T.Object({
    hook: T.String({ description: "Id of the webhook" }),
    type: T.String({ description: "Of the event" }),
    event: T.Optional(T.String({ description: "Id of the event; a test has none" })),
  }),
  note: Attempt,
  about: { field: "hook", of: ({ hook }) => hook },
  // As the hook itself; what was to go to one that is removed is for admins.
  async visible({ caller, store }, { hook: id }) {
    const hook = await store.get(hooks, id);
    return hook !== undefined && isMine(store, caller, hook.contextId);
  },
  backoff,
  // Above the longest that can be configured, which ends an attempt with better words.
  timeout: 40 * SECOND,
  // Most of it is waiting: a target that is slow must not hold up the others.
  concurrency: 64,
  share: { of: ({ hook }) => hook, most: 24 },
  async handle({ id, payload, attempt }, { host, signal, note }) {
    const { hook, body, keys } = await readOut(host, payload.hook, id);
    const now = host.now();
    const headers = {
      ...signed(id, now, body, keys),
      "content-type": "application/cloudevents+json",
      "user-agent": "Postern",
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
      await host.transact((ctx) => turnOff(ctx, hook.id, "gone"));
      throw nonRetryable("The target is gone (410), and the hook disabled");
    }
    const wait = status === 429 || status === 503 ? parseRetryAfter(answered["retry-after"], now) : undefined;
    const said = `The target answered ${status}`;
    // Who asks for less than our own wait gets that: nobody uses up all attempts in a second.
    if (wait === undefined || wait < (backoff[attempt - 1] ?? 0)) throw new Error(said);
    throw retryIn(wait, `${said} and asked for ${Math.ceil(wait / SECOND)} s`);
  },
});

/** What a delivery says, and the secrets that sign it; gives up where it may not or cannot be said any more. */
async function readOut(host: PluginContext<typeof group>, hookId: string, id: string) {
  const { store } = host;
  const hook = await store.get(hooks, hookId);
  if (!hook) throw nonRetryable("The hook was removed");
  if (hook.status === "disabled") throw nonRetryable("The hook is disabled");
  const reader = await readerOf(host, hook);
  if (!reader) {
    await host.transact((ctx) => turnOff(ctx, hook.id, "context_ended"));
    throw nonRetryable("The context that made the hook has ended");
  }
  const message = await store.get(messages, hook.id, id);
  const kept = await store.get(secrets, hook.id);
  if (!message || !kept) throw nonRetryable("The event is no longer kept");
  // A test tells nothing that whoever asked for it does not know.
  const sight = sightOf(host.services.gateway);
  const isSeen = sight.admits(reader, message) && (await sight.shows({ caller: reader, store }, message));
  if (message.type !== hookTested.type && !isSeen)
    throw nonRetryable("The context that made the hook may not read this event any more");
  const former = kept.former.filter(({ until }) => until > host.now());
  const keys = await Promise.all([kept.secret, ...former].map((one) => secretIn(host.services, one, hook.id)));
  return { hook, body: JSON.stringify(cloudEventOf(eventIn(message), sight.topicOf(message.type))), keys };
}

/** Stages that a hook sees no more events, and that what it had still to deliver is given up. */
export async function turnOff(ctx: Transacting, id: string, reason: StatusReason): Promise<Hook | undefined> {
  const before = await ctx.store.get(hooks, id);
  if (!before || before.status === "disabled") return before && showHook(before);
  const after = { ...before, status: "disabled" as const, statusReason: reason, updatedAt: ctx.now };
  await ctx.store.put(hooks, after);
  await deliveries.discardAbout(ctx, id);
  const hook = showHook(after);
  ctx.emit(hookDisabled, { hook, reason });
  return hook;
}
