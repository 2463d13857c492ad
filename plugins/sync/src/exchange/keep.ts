import type { PluginContext, Worker } from "@postern/core";
import { createLoop, retryDelay } from "@postern/core/queue";
import type { LinkRecord } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { linkIn, noteState } from "../link.ts";
import { enabledIn } from "../site.ts";
import { Fault, isLasting } from "./fault.ts";
import { createLease } from "./lease.ts";
import { exchangeWith } from "./session.ts";

/** After a failure, in milliseconds. */
const WAITS = { first: 1_000, longest: 60_000 };
/** What only somebody can change is tried again after this, and at once when link, groups or connection change. */
const LASTING = 5 * 60_000;
/** While another process exchanges, it is asked for its place this often. */
const TAKEN = 5_000;
/** The setting is looked at this often where nothing is committed, and looks are at least so far apart. */
const LONGEST_SLEEP = 60_000;
const APART = 100;

/** Exchanges with the gateway that is linked, as long as there is one. */
export const keepExchanging: Worker<readonly []> = {
  name: "sync.exchange",
  operations: [],
  events: [],
  start(given: PluginContext) {
    const host = given as SyncHost;
    return host.config.runner ? keepOn(host) : async () => {};
  },
  async state({ store }) {
    const link = await linkIn(store);
    const trouble = link?.state === "waiting" || link?.state === "stopped" ? link.reason : undefined;
    return { name: "sync.exchange", waiting: 0, running: 0, dead: 0, ...(trouble !== undefined && { trouble }) };
  },
};

/** Looks at the setting again and again: an exchange runs beside it, and ends where the setting changes. */
function keepOn(host: SyncHost): () => Promise<void> {
  const lease = createLease(host);
  const loop = createLoop({ name: "sync.exchange", log: host.log, step: look, shortest: APART });
  let exchange: { readonly end: AbortController; readonly over: Promise<void> } | undefined;
  let mark: string | undefined;
  let failures = 0;
  let restsUntil = 0;

  async function look(): Promise<number> {
    const setting = await settingOf(host);
    if (setting.mark !== mark) {
      mark = setting.mark;
      restsUntil = 0;
      exchange?.end.abort(new Error("The setting has changed"));
    }
    const { link, domains } = setting;
    const isWanted = link !== undefined && link.state !== "stopped" && domains.length > 0;
    const rest = restsUntil - performance.now();
    if (isWanted && !exchange && rest > 0) return Math.min(LONGEST_SLEEP, rest);
    if (isWanted && !exchange) begin(link);
    return LONGEST_SLEEP;
  }

  function begin(link: LinkRecord): void {
    const end = new AbortController();
    const over = run(link, end)
      .then((rest) => {
        // One that ended because the setting has changed begins at once.
        if (!end.signal.aborted) restsUntil = performance.now() + rest;
      })
      .finally(() => {
        exchange = undefined;
        loop.wake();
      });
    exchange = { end, over };
  }

  /** One exchange until it ends; returns the milliseconds until the next one. */
  async function run(link: LinkRecord, end: AbortController): Promise<number> {
    try {
      if (!(await lease.take(() => end.abort(new Error("Another process exchanges"))))) return TAKEN;
      const began = () => {
        failures = 0;
      };
      await exchangeWith(host, link, end.signal, began).finally(() => lease.release().catch(() => {}));
      return 0;
    } catch (error) {
      // Ended on purpose: the setting is read anew.
      if (end.signal.aborted && error === end.signal.reason) return 0;
      if (error instanceof Fault && error.code === "restored") return 0;
      return noteTrouble(host, link.installationId, error, ++failures);
    }
  }

  const off = host.onCommit(() => loop.wake());
  loop.wake();
  return async () => {
    off();
    await loop.stop();
    exchange?.end.abort(new Error("The gateway stops"));
    await exchange?.over;
  };
}

/** Notes what is in the way; answers how long it is left alone. */
async function noteTrouble(host: SyncHost, site: string, error: unknown, failures: number): Promise<number> {
  const isFault = error instanceof Fault;
  const reason = isFault ? error.message : "something went wrong here, of which the log tells more";
  const state = isFault && error.code === "other_gateway" ? "stopped" : "waiting";
  if (!isFault) host.log.warn({ error: String(error) }, "The exchange with the linked gateway failed");
  await host.transact((ctx) => noteState(ctx, site, state, reason)).catch(() => {});
  if (isLasting(error)) return LASTING;
  return Math.max(retryDelay(failures, WAITS), isFault ? (error.retryAfter ?? 0) : 0);
}

/** What the exchange depends on; `mark` is another text when any of it is another. */
async function settingOf(host: SyncHost) {
  const link = await linkIn(host.store);
  const enabled = (await enabledIn(host.store)).filter((id) => host.state.domains.has(id));
  const { connection, consoleUrl, installationId, site, linkedAt, nudgedAt } = link ?? {};
  const found = connection === undefined ? undefined : await host.services.connections?.find({ connection });
  const isStopped = link?.state === "stopped";
  const mark = JSON.stringify([
    consoleUrl,
    installationId,
    site,
    linkedAt,
    nudgedAt,
    isStopped,
    enabled,
    found?.status,
  ]);
  return { link, domains: enabled, mark };
}
