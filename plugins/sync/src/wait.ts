import { defineRoute, T } from "@postern/core";
import { MAX_WAIT } from "./exchange/other.ts";
import { group } from "./group.ts";
import { newestChange } from "./site.ts";

/** Maximum number of long waits; further requests are answered after a second. */
const MAX_WAITING = 100;
let waiting = 0;

/** Waits for a change. It is a route and not an operation, because an operation holds a snapshot while it runs. */
export const wait = defineRoute(group, {
  method: "GET",
  path: "/api/v1/sync/wait",
  summary: "Wait for a newer change",
  description:
    "Returns `newest`, the number of the newest change: immediately if it is greater than `after`, otherwise within 25 seconds.",
  scope: "sync:exchange",
  query: T.Object({ after: T.String({ pattern: "^[0-9]{1,15}$", description: "Number of the last known change" }) }),
  produces: "application/json",
  async handle(request, { host, query }) {
    const until = performance.now() + (waiting < MAX_WAITING ? MAX_WAIT : 1_000);
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
