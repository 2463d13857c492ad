import { T, type Transacting } from "@postern/core";
import { cloudEventOf, sightOf } from "@postern/core/cloudevents";
import { defineQueue, giveUp, retryIn } from "@postern/core/queue";
import { eventIn, hooks, messages, secrets } from "./collections.ts";
import { post } from "./delivery/post.ts";
import { waitOf } from "./delivery/retry-after.ts";
import { hookDisabled, hookTested } from "./events.ts";
import { group } from "./group.ts";
import { showHook } from "./hook.ts";
import { readerOf } from "./rights.ts";
import type { Hook, StatusReason } from "./schemas.ts";
import { signed } from "./signature.ts";
import { Unreachable } from "./target/unreachable.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What hooks have to tell, one entry for each hook and event. Its id is the `webhook-id`, the same at each attempt. */
export const deliveries = defineQueue(group, "deliveries", {
  one: "delivery",
  entry: T.Object({
    hook: T.String(),
    type: T.String({ description: "Of the event" }),
    event: T.Optional(T.String({ description: "Id of the event; a test has none" })),
  }),
  note: T.Object({
    status: T.Optional(T.Integer({ description: "HTTP status of the answer" })),
    milliseconds: T.Integer(),
    answer: T.Optional(T.String({ description: "How the answer's body begins" })),
  }),
  about: { field: "hook", of: ({ hook }) => hook },
  backoff: [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR],
  // Above the longest that can be configured, which ends an attempt with better words.
  timeout: 40 * SECOND,
  concurrency: 16,
  async handle({ id, payload }, { host, signal, note }) {
    const { store, config } = host;
    const hook = await store.get(hooks, payload.hook);
    if (!hook) throw giveUp("The hook was removed");
    if (hook.status === "disabled") throw giveUp("The hook is disabled");
    const reader = await readerOf(host, hook);
    if (!reader) {
      await host.transact((ctx) => turnOff(ctx, hook.id, "context_ended"));
      throw giveUp("The context that made the hook has ended");
    }
    const message = await store.get(messages, hook.id, id);
    const secret = await store.get(secrets, hook.id);
    if (!message || !secret) throw giveUp("The event is no longer kept");
    if (message.type !== hookTested.type && !sightOf(host.manifest)(reader, message))
      throw giveUp("The context that made the hook may not read this event any more");

    const now = host.now();
    const body = JSON.stringify(cloudEventOf(eventIn(message)));
    const former = secret.former.filter(({ until }) => until > now);
    const signatures = signed(id, now, body, [secret.secret, ...former.map((one) => one.secret)]);
    const headers = { ...signatures, "content-type": "application/cloudevents+json", "user-agent": "Postern" };
    const began = performance.now();
    const spent = () => Math.round(performance.now() - began);
    const { hooksPrivate: allowPrivate, timeout } = config;
    const answer = await post({ url: hook.url, body, headers, allowPrivate, timeout, signal }).catch(
      (error: unknown) => {
        note({ milliseconds: spent() });
        throw error instanceof Unreachable && error.isFinal ? giveUp(error.message) : error;
      },
    );
    const { status, retryAfter, text } = answer;
    note({ status, milliseconds: spent(), ...(text !== "" && { answer: text }) });
    if (status >= 200 && status < 300) return ({ store }: Transacting) => store.delete(messages, hook.id, id);
    if (status === 410) {
      await host.transact((ctx) => turnOff(ctx, hook.id, "gone"));
      throw giveUp("The target is gone (410), and the hook disabled");
    }
    const wait = status === 429 || status === 503 ? waitOf(retryAfter, now) : undefined;
    const said = `The target answered ${status}`;
    throw wait === undefined ? new Error(said) : retryIn(wait, `${said} and asked for ${Math.ceil(wait / SECOND)} s`);
  },
});

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
