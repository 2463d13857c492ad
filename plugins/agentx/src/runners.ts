import type { GatewayView, Records } from "@postern/core";
import { LEASE } from "@postern/kit/queue";
import { type RunnerRecord, runners } from "./collections.ts";
import { AgentNotFound, NoRunner } from "./errors.ts";
import type { State } from "./group.ts";

/** Far more gateways than share a store. */
const MAX_RUNNERS = 500;

interface Asking {
  readonly store: Records;
  readonly state: State;
  readonly now: number;
  readonly services: { readonly gateway: Pick<GatewayView, "host"> };
}

/** Throws if no gateway can run agents on a host, by default this one. One that is drained cannot. */
export async function assertRunner(asking: Asking, host = asking.services.gateway.host): Promise<void> {
  const { gateway } = asking.services;
  if (asking.state.isRunner && host === gateway.host) return;
  const all = await liveRunners(asking);
  if (all.some((runner) => runner.host === host)) return;
  throw NoRunner(host === gateway.host && all.length === 0 ? {} : { host, hosts: hostsOf(all) });
}

/** Throws if no gateway on another host can run this agent. */
export async function assertRunnerOf(asking: Asking, agent: string, host: string): Promise<void> {
  await assertRunner(asking, host);
  const there = (await liveRunners(asking)).filter((runner) => runner.host === host);
  if (there.some(({ agents }) => agents?.includes(agent) ?? true)) return;
  throw AgentNotFound({ agent, agents: [...new Set(there.flatMap(({ agents = [] }) => agents))], host });
}

const hostsOf = (all: readonly RunnerRecord[]): string[] =>
  [...new Set(all.flatMap(({ host }) => (host === undefined ? [] : [host])))].sort();

async function liveRunners({ store, now }: Asking): Promise<readonly RunnerRecord[]> {
  // A lease that ends later than that is from before the clock was set back, and does not count.
  // The read is unchecked because a renewed lease must not make the call retry.
  const { items } = await store.unchecked.find(runners, {
    by: "byUntil",
    from: [now + 1],
    to: [now + LEASE + 1],
    limit: MAX_RUNNERS,
  });
  return items;
}
