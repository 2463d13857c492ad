import type { PluginContext, Transacting, Worker } from "@postern/core";
import { requeueForAnotherHost, retryIn, withJitter } from "@postern/kit/queue";
import { outbox } from "../collections.ts";
import type { group } from "../group.ts";
import { queueAccount, stopAccount } from "./account.ts";
import { deliver } from "./deliver.ts";
import { Fault } from "./fault.ts";
import { fail, lease, markDead, park, release, settle } from "./lane.ts";
import { backoff, deliveries, MAX_ATTEMPT, MAX_ATTEMPTS } from "./queue.ts";

/** Worker of the delivery queue. The outbox has its own operations, which show more than those of the queue. */
export const worker: Worker<readonly []> = {
  ...deliveries.handledBy(async ({ payload }, { host, signal }) => {
    if (payload.outbox !== undefined) return attempt(host, payload.outbox, signal);
    return queueAccount(host, payload.account as string, signal);
  }),
  operations: [],
};

/** Makes one attempt to deliver an entry. Throws only if it is to be retried. */
async function attempt(host: PluginContext<typeof group>, id: string, signal: AbortSignal) {
  const entry = await host.transact((ctx) => lease(ctx, id));
  if (!entry) return undefined;
  const limit = AbortSignal.timeout(MAX_ATTEMPT);
  try {
    const outcome = await deliver(host, entry, AbortSignal.any([signal, limit]));
    return async (ctx: Transacting) => {
      await outcome.onDelivered?.(ctx);
      await settle(ctx, id, outcome.status, outcome.providerResult);
    };
  } catch (error) {
    // The gateway is stopping, or another worker has leased the entry and reports on it from now on.
    if (signal.aborted) {
      if (host.signal.aborted) await host.transact((ctx) => release(ctx, id));
      throw error;
    }
    const fault = limit.aborted
      ? new Fault("timeout", "The delivery did not finish in time")
      : faultIn(host, id, error);
    if (fault.consequence === "leave") {
      await host.transact((ctx) => release(ctx, id));
      throw requeueForAnotherHost(fault.message);
    }
    return fault.consequence === "retry" && entry.attemptCount < MAX_ATTEMPTS
      ? retryLater(host, id, fault, entry.attemptCount)
      : (ctx: Transacting) => settleFailed(ctx, id, fault);
  }
}

/** An error that is not a provider's fault is an internal one: it is logged, and the entry is retried. */
function faultIn({ log }: PluginContext<typeof group>, id: string, error: unknown): Fault {
  if (error instanceof Fault) return error;
  log.error(
    { outbox: id, error: error instanceof Error ? error.message : "not an error" },
    "A delivery failed because of an internal error",
  );
  return new Fault("server_error", "The delivery failed because of an internal error");
}

async function retryLater(
  host: PluginContext<typeof group>,
  id: string,
  { code, wait, message }: Fault,
  attempts: number,
): Promise<never> {
  const own = backoff[attempts - 1] as number;
  // Retry-After can only lengthen the delay, so that the attempts are not used up quickly. Jitter spreads the retries.
  const delay = Math.max(withJitter(own), Math.round((wait ?? 0) * (1 + Math.random() / 10)));
  await host.transact((ctx) => fail(ctx, id, { lastErrorCode: code, lastError: message }, delay));
  throw retryIn(delay, message);
}

async function settleFailed(ctx: Transacting, id: string, { code, consequence, message }: Fault): Promise<void> {
  const entry = await ctx.store.get(outbox, id);
  if (!entry) return;
  const failure = { lastErrorCode: code, lastError: message };
  if (consequence !== "stop") await markDead(ctx, entry, failure);
  else {
    await park(ctx, entry, failure);
    await stopAccount(ctx, entry.accountId, code);
  }
}
