import { type CheckContext, gauge, type Metric } from "@postern/kit/checks";
import { currentAdapter } from "./adapter.ts";
import { adapters } from "./collections.ts";
import { AdapterStatus } from "./schemas.ts";

/** More adapters than a gateway may have. */
const MAX_ADAPTERS = 500;

/** How many adapters are in each state, and when each was last heard of. */
export async function adapterMetrics({ store, now }: CheckContext): Promise<Metric[]> {
  const { items } = await store.find(adapters, { limit: MAX_ADAPTERS });
  const all = await Promise.all(items.map((record) => currentAdapter(store, record, now)));
  const states: readonly string[] = AdapterStatus.enum;
  const ages = all.flatMap(({ id, lastInboundAt: at }) => (at === undefined ? [] : [{ id, age: (now - at) / 1_000 }]));
  return [
    gauge(
      "postern_channels_adapters",
      "Adapters by state",
      states.map((state) => ({ labels: { state }, value: all.filter(({ status }) => status === state).length })),
    ),
    gauge(
      "postern_channels_adapter_connected",
      "1 if the adapter is connected",
      all.map(({ id, status }) => ({ labels: { adapter: id }, value: Number(status === "connected") })),
    ),
    gauge(
      "postern_channels_adapter_last_inbound_seconds",
      "Time since the adapter received something; absent if it never did",
      ages.map(({ id, age }) => ({ labels: { adapter: id }, value: Math.max(0, age) })),
    ),
  ];
}
