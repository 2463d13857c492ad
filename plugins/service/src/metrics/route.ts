import { defineRoute } from "@postern/core";
import { group, METRICS } from "../group.ts";
import { gatewayMetrics } from "./gateway.ts";
import { MEDIA_TYPE, textOf } from "./text.ts";

/** For Prometheus and everything that reads its format. */
export const metrics = defineRoute(group, {
  method: "GET",
  path: "/metrics",
  summary: "Metrics of this gateway",
  description:
    "Calls, commits, queues, streams, the store, the process and the groups, in Prometheus' text format. Each gateway of a store has its own metrics; counts of the store are the same at all gateways.",
  scope: METRICS,
  produces: "text/plain",
  async handle({ method }, { host }) {
    const { store, state, now } = host;
    const { counts, process, registry } = state;
    const [ofGateway, ofGroups] = await Promise.all([gatewayMetrics(host), registry.metrics({ store, now: now() })]);
    const all = [...counts.metrics(), ...ofGateway, ...ofGroups, ...process.read()];
    const text = textOf(all, counts.histograms);
    const headers = { "content-type": MEDIA_TYPE, "cache-control": "no-store" };
    return new Response(method === "HEAD" ? null : text, { headers });
  },
});
