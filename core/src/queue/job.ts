import { Type } from "@sinclair/typebox";
import type { Group } from "../group.ts";
import type { Duty, Host } from "../plugin.ts";
import type { MaybePromise } from "../storage/index.ts";
import { defineQueue } from "./define.ts";

export interface JobDefinition<G extends Group> {
  /** Milliseconds between the end of a run and the next one, ±10 %. */
  readonly every: number;
  /** Milliseconds that a run may take; a minute by default. */
  readonly timeout?: number;
  /** Does what is due. What it throws is logged, and it runs again after a minute, and then at its usual time. */
  run(ctx: { readonly host: Host<G>; readonly signal: AbortSignal }): MaybePromise<unknown>;
}

const KEY = "job";
const MINUTE = 60_000;

/**
 * Declares work that is done every so often, by one process at a time, also across restarts. It runs as an entry of a
 * queue that repeats and that nobody needs to see. Give it to `definePlugin` among its duties.
 */
export function defineJob<G extends Group>(
  group: G,
  name: string,
  { every, timeout = MINUTE, run }: JobDefinition<G>,
): Duty<readonly []> {
  const queue = defineQueue(group, name, {
    one: "run",
    entry: Type.Object({}),
    backoff: [Math.min(MINUTE, every)],
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
        .transact((ctx) => queue.add(ctx, {}, { key: KEY, every }))
        .catch((error: unknown) => host.log.warn({ job: queue.name, error: String(error) }, "A job was not scheduled"));
      return stop;
    },
    state: async (store) => ({ ...(await queue.state(store)), waiting: 0 }),
  };
}
