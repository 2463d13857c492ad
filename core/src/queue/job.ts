import { Type } from "@sinclair/typebox";
import type { Group } from "../define/group.ts";
import type { PluginContext, Worker } from "../define/host.ts";
import type { MaybePromise } from "../storage/index.ts";
import { defineQueue } from "./define.ts";
import { repeats } from "./rules.ts";
import { type Repetition, repetitionOf, type Schedule } from "./schedule.ts";

/**
 * Runs `every` so many milliseconds after the end of the last run, ±10 %, or at the times of a `cron` expression in a
 * `timeZone`.
 */
export type JobDefinition<G extends Group> = Schedule & {
  /** Milliseconds that a run may take; a minute by default. */
  readonly timeout?: number;
  /** Does what is due. What it throws is logged, and it runs again after a minute, and then at its usual time. */
  run(ctx: { readonly host: PluginContext<G>; readonly signal: AbortSignal }): MaybePromise<unknown>;
};

const KEY = "job";
const MINUTE = 60_000;

/**
 * Declares work that is done every so often, by one process at a time, also across restarts. It runs as an entry of a
 * queue that repeats and that nobody needs to see. Give it to `definePlugin` among its workers.
 */
export function defineJob<G extends Group>(
  group: G,
  name: string,
  { timeout = MINUTE, run, ...schedule }: JobDefinition<G>,
): Worker<readonly []> {
  assertScheduled(`Job ${group.name}.${name}`, schedule);
  const queue = defineQueue(group, name, {
    one: "run",
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
    name: queue.name,
    operations: [],
    events: [],
    collections: queue.collections ?? [],
    start(host) {
      const stop = queue.start(host);
      host
        .transact((ctx) => queue.add(ctx, {}, { key: KEY, ...schedule }))
        .catch((error: unknown) => host.log.warn({ job: queue.name, error: String(error) }, "A job was not scheduled"));
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
  if (!repeats(repetition)) throw new Error(`${job} never runs: give either every or cron`);
}
