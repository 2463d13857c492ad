import { type GatewayView, omitUndefined, type PluginContext, type Worker } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { isShared, processMark, processStatus } from "@postern/core/process";
import { LEASE, RENEW_EVERY } from "@postern/kit/queue";
import { gatewayDrained, gatewayLost, gatewayResumed } from "../events.ts";
import type { group } from "../group.ts";
import { type GatewayRecord, gateways } from "./collection.ts";
import { isLost, membersOf } from "./show.ts";

type OurHost = PluginContext<typeof group>;

const HOUR = 60 * 60_000;
/** How often the others are looked at, in milliseconds: a loss is noticed by their leases before. */
const LOOK_EVERY = 5_000;
const NEVER = Number.MAX_SAFE_INTEGER;
/** How long a lost gateway is shown, in milliseconds. */
const SHOWN = 24 * HOUR;

/** Reports this gateway to the others, and does what it is asked for there. */
export const membership: Worker<readonly []> = {
  name: "service.membership",
  operations: [],
  events: [],
  continues: true,
  start: (host) => startMembership(host as OurHost),
  state: () => ({ name: "service.membership", waiting: 0, running: 0, dead: 0 }),
};

function startMembership(host: OurHost): () => Promise<void> {
  const { gateway } = host.services;
  const { log } = host;
  // On one machine the process itself can be looked at, so that an idle gateway writes nothing.
  const isOfMany = isShared(gateway);
  let self: string | undefined;
  let reported = "";
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isDrained = false;
  let isIdle = false;
  let draining: Promise<void> | undefined;
  /** Those of this machine that had ended when this one started, as far as that is known, and their last report. */
  let predecessors: ReadonlyMap<string, number> | undefined;
  let hasReplaced = false;

  const stateIn = ({ drainedAt, lostAt }: GatewayRecord): string => `${drainedAt} ${isIdle} ${lostAt}`;

  async function report(): Promise<GatewayRecord> {
    const lag = isOfMany ? await gateway.lag() : 0;
    const held = isOfMany ? heldBy(gateway) : {};
    const asked = await host.transact(async ({ store, now, id }) => {
      self ??= id("gw_");
      const before = await store.get(gateways, self);
      const record: GatewayRecord = omitUndefined({
        ...{ id: self, host: gateway.host, version: gateway.version, startedAt: gateway.startedAt },
        ...processMark(),
        ...{ reportedAt: now, until: isOfMany ? now + LEASE : NEVER, lag, held, drainedAt: before?.drainedAt },
        isIdle: before?.drainedAt !== undefined && isIdle ? (true as const) : undefined,
      });
      await store.put(gateways, record);
      return record;
    });
    host.state.self = asked.id;
    return asked;
  }

  async function step(): Promise<number> {
    const before = self === undefined ? undefined : await host.store.get(gateways, self);
    const isCurrent = before !== undefined && stateIn(before) === reported;
    const record = isOfMany || !isCurrent ? await report() : before;
    reported = stateIn(record);
    follow(record.drainedAt !== undefined);
    if (performance.now() - lookedAt >= LOOK_EVERY) {
      await noteLost();
      lookedAt = performance.now();
    }
    return isOfMany ? RENEW_EVERY : HOUR;
  }

  /** Leaves the work to others, or takes part in it again. Reports go on meanwhile. */
  function follow(isWanted: boolean): void {
    if (isWanted === isDrained || draining) return;
    isDrained = isWanted;
    isIdle = false;
    log.info({ gateway: self }, isWanted ? "The gateway is being drained" : "The gateway takes part in the work again");
    draining = gateway.drain(isWanted).finally(() => {
      isIdle = isWanted;
      host.state.openRequests.drain(isWanted);
      draining = undefined;
      loop.wake();
    });
  }

  async function noteLost(): Promise<void> {
    const now = host.now();
    const others = (await membersOf(host.store)).filter(({ id }) => id !== self);
    predecessors ??= predecessorsIn(others, now);
    for (const { id } of others.filter((one) => isLost(one, now))) {
      const isReplaced = await host.transact(async ({ store, now, emit }) => {
        const record = await store.get(gateways, id);
        if (!record || !isLost(record, now)) return false;
        const { lostAt, reportedAt } = record;
        const isReplaced = !hasReplaced && predecessors?.get(id) === reportedAt;
        if (lostAt === undefined) emit(gatewayLost, { gateway: id, host: record.host, reportedAt });
        if (isReplaced || (lostAt !== undefined && now - lostAt > SHOWN)) await store.delete(gateways, id);
        else if (lostAt === undefined) await store.put(gateways, { ...record, lostAt: now });
        return isReplaced;
      });
      hasReplaced ||= isReplaced;
    }
  }

  /**
   * This gateway is the restart of one of them. A process of another container cannot be looked at: it had ended if it
   * does not report again.
   */
  function predecessorsIn(others: readonly GatewayRecord[], now: number): ReadonlyMap<string, number> {
    const hasEnded = (one: GatewayRecord) =>
      isLost(one, now) || (isOfMany && processStatus(one as Required<GatewayRecord>) === "unknown");
    const here = others.filter((one) => one.host === gateway.host && hasEnded(one));
    return new Map(here.map(({ id, reportedAt }) => [id, reportedAt]));
  }

  const loop = createLoop({ name: "service.membership", log, step });
  const wake = ({ data }: { readonly data: { readonly gateway: string } }) => {
    if (data.gateway === self) loop.wake();
  };
  const offs = [host.on(gatewayDrained, wake), host.on(gatewayResumed, wake)];
  loop.wake();

  return async () => {
    for (const off of offs) off();
    await loop.stop();
    await draining;
    const id = self;
    host.state.self = undefined;
    if (id !== undefined) await host.transact(({ store }) => store.delete(gateways, id)).catch(() => {});
  };
}

/** It is not known until every plugin has been started, which may take long. */
function heldBy(gateway: GatewayView): Readonly<Record<string, number>> {
  try {
    return gateway.held();
  } catch {
    return {};
  }
}
