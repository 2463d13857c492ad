import type { Duty, Host } from "@postern/core";
import type { SyncHost } from "../host.ts";
import { linkIn, noteState } from "../link.ts";
import { enabledIn } from "../site.ts";
import { Fault, isLasting } from "./fault.ts";
import { createLease } from "./lease.ts";
import { exchangeWith } from "./session.ts";

const SHORTEST = 1_000;
const LONGEST = 60_000;
/** What only somebody can change is tried again after this, and at once when link, groups or connection change. */
const LASTING = 5 * 60_000;
/** Looks at whether something has changed are this far apart, however much is committed. */
const APART = 100;

/** Exchanges with the gateway that is linked, as long as there is one. */
export const keepExchanging: Duty<readonly []> = {
  name: "sync.exchange",
  operations: [],
  events: [],
  start(given: Host) {
    const host = given as SyncHost;
    const stop = new AbortController();
    const work = host.config.runner ? keepOn(host, stop.signal) : Promise.resolve();
    return async () => {
      stop.abort(new Error("The gateway stops"));
      await work;
    };
  },
  async state({ store }) {
    const link = await linkIn(store);
    const trouble = link?.state === "waiting" || link?.state === "stopped" ? link.reason : undefined;
    return { name: "sync.exchange", waiting: 0, running: 0, dead: 0, ...(trouble !== undefined && { trouble }) };
  },
};

async function keepOn(host: SyncHost, signal: AbortSignal): Promise<void> {
  const lease = createLease(host);
  for (let failures = 0; !signal.aborted; ) {
    const setting = await settingOf(host).catch(() => undefined);
    const session = new AbortController();
    const either = AbortSignal.any([signal, session.signal]);
    try {
      if (setting?.link === undefined || setting.link.state === "stopped" || setting.domains.length === 0) {
        await changed(host, setting?.mark, LASTING, either);
        continue;
      }
      const { link, mark } = setting;
      if (!(await lease.take(() => session.abort(new Error("Another process exchanges"))))) {
        await changed(host, mark, 5_000, either);
        continue;
      }
      try {
        const watching = changed(host, mark, Number.MAX_SAFE_INTEGER, either).then(() =>
          session.abort(new Error("The setting has changed")),
        );
        const exchanging = exchangeWith(host, link, either, () => {
          failures = 0;
        });
        await exchanging.finally(() => session.abort(new Error("The exchange has ended")));
        await watching;
      } finally {
        await lease.release().catch(() => {});
      }
    } catch (error) {
      // Ended on purpose: the setting is read anew.
      if (signal.aborted || (session.signal.aborted && error === session.signal.reason)) continue;
      if (error instanceof Fault && error.code === "restored") continue;
      failures++;
      const pause = await noteTrouble(host, setting?.link?.installationId ?? "", error, failures);
      await changed(host, setting?.mark, pause, signal);
    }
  }
}

/** Notes what is in the way; answers how long it is left alone. */
async function noteTrouble(host: SyncHost, site: string, error: unknown, failures: number): Promise<number> {
  const isFault = error instanceof Fault;
  const reason = isFault ? error.message : "something went wrong here, of which the log tells more";
  const state = isFault && error.code === "other_gateway" ? "stopped" : "waiting";
  if (!isFault) host.log.warn({ error: String(error) }, "The exchange with the linked gateway failed");
  await host.transact((ctx) => noteState(ctx, site, state, reason)).catch(() => {});
  if (isLasting(error)) return LASTING;
  const wait = Math.min(LONGEST, SHORTEST * 2 ** Math.min(failures - 1, 10)) * (0.8 + Math.random() * 0.4);
  return Math.max(wait, isFault ? (error.retryAfter ?? 0) : 0);
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

/** Waits until the setting is another than when it had this mark, so many milliseconds at most, or until the signal aborts. */
async function changed(host: SyncHost, mark: string | undefined, limit: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + limit;
  while (!signal.aborted && performance.now() < until) {
    const seen = host.state.commits();
    const now = await settingOf(host).catch(() => undefined);
    if (now && now.mark !== mark) return;
    await host.state.nextCommit(seen, Math.min(LONGEST, until - performance.now()), signal);
    await host.state.nextCommit(host.state.commits(), Math.min(APART, Math.max(0, until - performance.now())), signal);
  }
}
