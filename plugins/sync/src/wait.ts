import { defineRoute, T } from "@postern/core";
import { LONGEST_WAIT } from "./exchange/other.ts";
import { group } from "./group.ts";
import { newestChange } from "./site.ts";

/** Those who wait at once for long; the others are answered after a second. */
const MOST_WAITING = 100;
let waiting = 0;

/**
 * Waits for a change. It is no operation: those see one moment of the store, and hold on to it as long as they run.
 */
export const wait = defineRoute(group, {
  method: "GET",
  path: "/api/v1/sync/wait",
  summary: "Wait until there is a newer change than one that is known",
  description:
    "Answers `newest`, the number of the newest change: at once where it is greater, else within 25 seconds.",
  scope: "sync:exchange",
  query: T.Object({ after: T.String({ pattern: "^[0-9]{1,15}$", description: "The number that is known" }) }),
  produces: "application/json",
  async handle(request, { host, query }) {
    const until = performance.now() + (waiting < MOST_WAITING ? LONGEST_WAIT : 1_000);
    const signal = AbortSignal.any([request.signal, host.signal]);
    waiting++;
    try {
      for (;;) {
        const seen = host.state.commits();
        const newest = await newestChange(host.store);
        const left = until - performance.now();
        if (newest > Number(query.after) || left <= 0 || signal.aborted)
          return Response.json({ newest: String(newest) });
        await host.state.nextCommit(seen, left, signal);
      }
    } finally {
      waiting--;
    }
  },
});
