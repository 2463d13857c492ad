import { type PluginContext, T, type Worker } from "@postern/core";
import { defineQueue, postpone } from "@postern/kit/queue";
import { backupFailed, backupMade } from "../events.ts";
import { group } from "../group.ts";
import { type MadeBackup, makeScheduled } from "./make.ts";
import { HOUR, nextAt, type Policy, readPolicy, readSchedule, type ScheduleState, scheduleStates } from "./policy.ts";

const MINUTE = 60_000;
const MAX_REASON = 500;

/** Each backup adds the next one. One lane, so that never two are written at once. */
const queue = defineQueue(group, "schedule", {
  hidden: true,
  entry: T.Object({ revision: T.String() }),
  about: { field: "revision", of: ({ revision }) => revision },
  lane: () => "backup",
  backoff: [MINUTE, 5 * MINUTE, HOUR, HOUR, HOUR, HOUR],
  timeout: 12 * HOUR,
  concurrency: 1,
  keep: { done: HOUR, dead: 24 * HOUR },
  async handle({ payload }, { host, signal }) {
    const policy = await readPolicy(host.store);
    const { data } = host.config;
    if (!policy.enabled || policy.revision !== payload.revision) return undefined;
    if (data === undefined) throw postpone(MINUTE, "This gateway has no data folder; another gateway makes the backup");
    const outcome = await attempt(host, data, policy, signal);
    return async (ctx) => {
      const { store, now, emit } = ctx;
      const { last, failure } = await readSchedule(store);
      let state: ScheduleState;
      if ("made" in outcome) {
        const { path, bytes } = outcome.made;
        state = { last: { path, at: now, bytes, host: host.services.gateway.host } };
        emit(backupMade, outcome.made);
      } else {
        const attempts = (failure?.attempts ?? 0) + 1;
        state = { ...(last && { last }), failure: { at: now, reason: outcome.reason, attempts } };
        emit(backupFailed, { reason: outcome.reason, attempts });
      }
      await store.write(scheduleStates, state);
      const current = await readPolicy(store);
      if (current.enabled && current.revision === policy.revision) await scheduleNext(ctx, current, state);
    };
  },
});

type Adding = Parameters<typeof queue.add>[0];

/** Adds the next backup. Those of another policy are discarded with `cancelScheduled`. */
export async function scheduleNext(ctx: Adding, policy: Policy, state: ScheduleState): Promise<void> {
  const delay = Math.max(0, nextAt(policy, state, ctx.now) - ctx.now);
  await queue.add(ctx, { revision: policy.revision }, { delay });
}

export const cancelScheduled = (ctx: Parameters<typeof queue.discardAbout>[0], { revision }: Policy) =>
  queue.discardAbout(ctx, revision);

/** A failure is the outcome of an attempt. An interruption is not: the attempt is repeated. */
async function attempt(
  { config: _, services, now, log }: PluginContext<typeof group>,
  data: string,
  policy: Policy,
  signal: AbortSignal,
): Promise<{ made: MadeBackup } | { reason: string }> {
  try {
    return { made: await makeScheduled({ services, data, now: now(), signal }, policy) };
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
    log.error({ reason }, "A scheduled backup failed and is retried");
    return { reason };
  }
}

/** The queue without operations: the policy shows what people need to know. */
export const schedule: Worker<readonly []> = {
  ...queue,
  // The next backup does not wait for anything.
  state: async (host) => ({ ...(await queue.state(host)), waiting: 0 }),
};
