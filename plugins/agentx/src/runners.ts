import type { GatewayView, Records } from "@postern/core";
import { LEASE } from "@postern/core/queue";
import { runners } from "./collections.ts";
import { NoRunner } from "./errors.ts";
import type { State } from "./group.ts";

/** Far more gateways than share a store. */
const MAX_RUNNERS = 500;

interface Asking {
  readonly store: Records;
  readonly state: State;
  readonly now: number;
  readonly services: { readonly gateway: Pick<GatewayView, "host"> };
}

/** Throws if no gateway can run agents on a host, by default this one. */
export async function assertRunner(
  { store, state, now, services: { gateway } }: Asking,
  host = gateway.host,
): Promise<void> {
  if (state.isRunner && host === gateway.host) return;
  // A lease that ends later than that is from before the clock was set back, and does not count.
  // The read is unchecked because a renewed lease must not make the call retry.
  const { items } = await store.unchecked.find(runners, {
    by: "byUntil",
    from: [now + 1],
    to: [now + LEASE + 1],
    limit: MAX_RUNNERS,
  });
  if (!items.some((runner) => runner.host === host)) throw NoRunner(host === gateway.host ? {} : { host });
}
