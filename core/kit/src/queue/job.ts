import type { Group, PluginContext, Worker } from "@postern/core";
import type { MaybePromise } from "@postern/core/storage";
import { Type } from "@sinclair/typebox";
import { defineQueue } from "./define.ts";
import { repeats } from "./rules.ts";
import { type Repetition, repetitionOf, type Schedule } from "./schedule.ts";

/**
 * Runs at an interval of `every` milliseconds after the end of the last run, ±10 %, or at the times of a `cron`
 * expression in a `timeZone`.
 */
export type JobDefinition<G extends Group> = Schedule & {
  /** Time limit of a run in milliseconds; one minute by default. */
  readonly timeout?: number;
  /** Does the work. If it throws, the error is logged and it runs again after a minute, then at its usual time. */
  run(ctx: { readonly host: PluginContext<G>; readonly signal: AbortSignal }): MaybePromise<unknown>;
};

const KEY = "job";
const MINUTE = 60_000;

/**
 * Declares periodic work, done by one process at a time, even across restarts. It runs as a repeating entry of a hidden
 * queue. Pass it to `definePlugin` as a worker.
 */
export function defineJob<G extends Group>(
  group: G,
  name: string,
  { timeout = MINUTE, run, ...schedule }: JobDefinition<G>,
): Worker<readonly []> {
  assertScheduled(`Job ${group.name}.${name}`, schedule);
  const queue = defineQueue(group, name, {
    hidden: true,
    entry: Type.Object({}),
    backoff: [Math.min(MINUTE, schedule.every ?? MINUTE)],
    timeout,
    concurrency: 1,
    async handle(_entry, { host, signal }) {
      try {
        await run({ host, signal });
      } catch (error) {
        if (!signal.aborted) host.log.warn({ job: queue.name, error: String(error) }, "A periodic job failed");
        throw error;
      }
    },
  });
  return {
    ...queue,
    start(host) {
      const stop = queue.start(host);
      host
        .transact((ctx) => queue.add(ctx, {}, { key: KEY, ...schedule }))
        .catch((error: unknown) =>
          host.log.warn({ job: queue.name, error: String(error) }, "A job could not be scheduled"),
        );
      return stop;
    },
    state: async (host) => ({ ...(await queue.state(host)), waiting: 0 }),
  };
}

function assertScheduled(job: string, schedule: Partial<Schedule>): void {
  let repetition: Repetition;
  try {
    repetition = repetitionOf(schedule);
  } catch (error) {
    throw new Error(`${job}: ${(error as Error).message}`);
  }
  if (!repeats(repetition)) throw new Error(`${job} never runs: specify either every or cron`);
}
