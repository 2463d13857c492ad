import type { PluginContext, Worker } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { retryDelay } from "@postern/kit/queue";
import type { LinkRecord } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { linkIn, setLinkState } from "../link.ts";
import { enabledIn } from "../site.ts";
import type { State } from "../state.ts";
import { Fault, isLasting } from "./fault.ts";
import { createLease } from "./lease.ts";
import { exchangeWith } from "./session.ts";

/** Delays after a failure, in milliseconds. */
const RETRY_DELAYS = { first: 1_000, longest: 60_000 };
/** Delay after a fault that needs an action by a person. A change of link, groups or connection ends it immediately. */
const LASTING_DELAY = 5 * 60_000;
/** Interval of the attempts to take the lease while another process exchanges. */
const LEASE_RETRY = 1_000;
/** Interval of the looks at whether a key that another host has can be read here. */
const SECRET_RETRY = 5_000;
/** Maximum and minimum time between two checks of the setting, in milliseconds. */
const MAX_SLEEP = 60_000;
const MIN_SLEEP = 100;

/** Continuously exchanges records with the linked gateway. */
export const keepExchanging: Worker<readonly []> = {
  name: "sync.exchange",
  operations: [],
  events: [],
  start(given: PluginContext) {
    const host = given as SyncHost;
    return host.config.runner ? startExchanging(host) : async () => {};
  },
  held: ({ state }) => ((state as State).isExchanging ? 1 : 0),
  // The state of the link is reported by the check of the group.
  state: () => ({ name: "sync.exchange", waiting: 0, running: 0, dead: 0 }),
};

/** Checks the setting repeatedly. The exchange runs alongside and ends when the setting changes. */
function startExchanging(host: SyncHost): () => Promise<void> {
  const lease = createLease(host);
  const loop = createLoop({ name: "sync.exchange", log: host.log, step: check, shortest: MIN_SLEEP });
  let exchange: { readonly end: AbortController; readonly over: Promise<void> } | undefined;
  let fingerprint: string | undefined;
  let failures = 0;
  let notBefore = 0;

  async function check(): Promise<number> {
    const setting = await settingOf(host);
    if (setting.fingerprint !== fingerprint) {
      fingerprint = setting.fingerprint;
      notBefore = 0;
      exchange?.end.abort(new Error("The setting changed"));
    }
    const { link, domains } = setting;
    const isWanted = link !== undefined && link.state !== "stopped" && domains.length > 0;
    const delay = notBefore - performance.now();
    if (isWanted && !exchange && delay > 0) return Math.min(MAX_SLEEP, delay);
    if (isWanted && !exchange) startExchange(link);
    return MAX_SLEEP;
  }

  function startExchange(link: LinkRecord): void {
    const end = new AbortController();
    const over = run(link, end)
      .then((delay) => {
        // An exchange that ended because the setting changed restarts immediately.
        if (!end.signal.aborted) notBefore = performance.now() + delay;
      })
      .finally(() => {
        exchange = undefined;
        loop.wake();
      });
    exchange = { end, over };
  }

  /** Runs one exchange until it ends. Returns the delay until the next one in milliseconds. */
  async function run(link: LinkRecord, end: AbortController): Promise<number> {
    try {
      // A gateway on another host exchanges: a lease taken here would keep it out.
      if ((await host.services.secrets?.isHere({ connection: link.connection })) === false) return SECRET_RETRY;
      if (!(await lease.take(() => end.abort(new Error("Another process has taken the lease"))))) return LEASE_RETRY;
      const onStarted = () => {
        failures = 0;
      };
      host.state.isExchanging = true;
      await exchangeWith(host, link, end.signal, onStarted).finally(() => {
        host.state.isExchanging = false;
        return lease.release().catch(() => {});
      });
      return 0;
    } catch (error) {
      // Ended on purpose: the setting is read again.
      if (end.signal.aborted && error === end.signal.reason) return 0;
      if (error instanceof Fault && error.code === "restored") return 0;
      if (error instanceof Fault && error.code === "secret_elsewhere") return SECRET_RETRY;
      return recordFailure(host, link.installationId, error, ++failures);
    }
  }

  const off = host.onCommit(() => loop.wake());
  loop.wake();
  return async () => {
    off();
    await loop.stop();
    exchange?.end.abort(new Error("The gateway is stopping"));
    await exchange?.over;
  };
}

/** Stores why the exchange failed. Returns the delay until the next attempt in milliseconds. */
async function recordFailure(host: SyncHost, site: string, error: unknown, failures: number): Promise<number> {
  const isFault = error instanceof Fault;
  const reason = isFault ? error.message : "an internal error occurred. See the log of this gateway";
  const state = isFault && error.code === "other_gateway" ? "stopped" : "waiting";
  if (!isFault) host.log.warn({ error: String(error) }, "The exchange with the linked gateway failed");
  await host.transact((ctx) => setLinkState(ctx, site, state, reason)).catch(() => {});
  if (isLasting(error)) return LASTING_DELAY;
  return Math.max(retryDelay(failures, RETRY_DELAYS), isFault ? (error.retryAfter ?? 0) : 0);
}

/** The settings on which the exchange depends; `fingerprint` changes when any of them changes. */
async function settingOf(host: SyncHost) {
  const link = await linkIn(host.store);
  const enabled = (await enabledIn(host.store)).filter((id) => host.state.domains.has(id));
  const { connection, consoleUrl, installationId, site, linkedAt, nudgedAt } = link ?? {};
  const found = connection === undefined ? undefined : await host.services.connections?.find({ connection });
  const isStopped = link?.state === "stopped";
  const fingerprint = JSON.stringify([
    consoleUrl,
    installationId,
    site,
    linkedAt,
    nudgedAt,
    isStopped,
    enabled,
    found?.status,
  ]);
  return { link, domains: enabled, fingerprint };
}
