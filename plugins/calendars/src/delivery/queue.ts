import { type Host, T, type Transacting } from "@postern/core";
import { defineQueue, retryIn, withJitter } from "@postern/core/queue";
import { isAccountOf } from "../account.ts";
import { accounts, outbox } from "../collections.ts";
import { group } from "../group.ts";
import { stopAccount, wakeAccount } from "./account.ts";
import { deliver } from "./deliver.ts";
import { Fault } from "./fault.ts";
import { drop, fail, lease, park, putDown, settle } from "./lane.ts";
import { isReader } from "./outbox.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Between the eight attempts. */
const backoff = [2 * SECOND, 10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR];
const MOST_ATTEMPTS = backoff.length + 1;

/** All that one attempt may take; the queue's own limit comes after it, with fewer words. */
const LONGEST_ATTEMPT = 2 * MINUTE;

/**
 * Drives the outbox. Its entries say which of the outbox is to be delivered, or, where they name none, which account
 * continues; the status is kept, shown and reported by the outbox itself.
 */
export const deliveries = defineQueue(group, "deliveries", {
  one: "delivery",
  entry: T.Object({
    outbox: T.Optional(T.String({ description: "Entries that wait to be sent, or were" })),
    account: T.Optional(T.String({ description: "The account" })),
  }),
  share: { of: ({ account }) => account, most: 2 },
  async visible({ caller, store }, payload) {
    const entry = payload.outbox === undefined ? undefined : await store.get(outbox, payload.outbox);
    if (entry) return isReader({ caller, store }, entry.calendarId);
    const account = payload.account === undefined ? undefined : await store.get(accounts, payload.account);
    return account !== undefined && isAccountOf(caller, account, "read");
  },
  about: { field: "outbox", of: (payload) => payload.outbox ?? `account:${payload.account}` },
  backoff,
  timeout: LONGEST_ATTEMPT + 10 * SECOND,
  keep: { done: HOUR, dead: HOUR },
  async handle({ payload }, { host, signal }) {
    if (payload.outbox !== undefined) return attempt(host, payload.outbox, signal);
    return wakeAccount(host, payload.account as string, signal);
  },
});

/** One attempt at an entry; throws only what is to be tried again. */
async function attempt(host: Host<typeof group>, id: string, signal: AbortSignal) {
  const entry = await host.transact((ctx) => lease(ctx, id));
  if (!entry) return undefined;
  const limit = AbortSignal.timeout(LONGEST_ATTEMPT);
  try {
    const outcome = await deliver(host, entry, AbortSignal.any([signal, limit]));
    return async (ctx: Transacting) => {
      await outcome.note?.(ctx);
      await settle(ctx, id, outcome.status, outcome.providerResult);
    };
  } catch (error) {
    // The gateway stops, or somebody else has taken it up, who tells of it from now on.
    if (signal.aborted) {
      if (host.signal.aborted) await host.transact((ctx) => putDown(ctx, id));
      throw error;
    }
    const fault = limit.aborted ? new Fault("timeout", "It did not come to an end in time") : faultIn(host, id, error);
    return fault.consequence === "retry" && entry.attemptCount < MOST_ATTEMPTS
      ? again(host, id, fault, entry.attemptCount)
      : (ctx: Transacting) => end(ctx, id, fault);
  }
}

/** What is no fault of the provider is one of ours: it is logged, and tried again. */
function faultIn({ log }: Host<typeof group>, id: string, error: unknown): Fault {
  if (error instanceof Fault) return error;
  log.error({ outbox: id, error: error instanceof Error ? error.message : "not an error" }, "A delivery failed here");
  return new Fault("server_error", "The delivery failed here");
}

async function again(
  host: Host<typeof group>,
  id: string,
  { code, wait, message }: Fault,
  attempts: number,
): Promise<never> {
  const own = backoff[attempts - 1] as number;
  // Who asks for less than our own wait gets that: nobody uses up all attempts in a minute. Nor do all come back at once.
  const delay = Math.max(withJitter(own), Math.round((wait ?? 0) * (1 + Math.random() / 10)));
  await host.transact((ctx) => fail(ctx, id, code, delay));
  throw retryIn(delay, message);
}

async function end(ctx: Transacting, id: string, { code, consequence }: Fault): Promise<void> {
  const entry = await ctx.store.get(outbox, id);
  if (!entry) return;
  if (consequence !== "stop") await drop(ctx, entry, code);
  else {
    await park(ctx, entry, code);
    await stopAccount(ctx, entry.accountId, code);
  }
}
