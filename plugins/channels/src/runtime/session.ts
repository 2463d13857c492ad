import type { Logger, PluginContext } from "@postern/core";
import { isGatewayError } from "@postern/core";
import type { AdapterCause } from "../collections.ts";
import { recall, remember } from "../memory.ts";
import type { AdapterContext, AdapterKind, Inbound, Link, Received } from "../services.ts";
import { verdictOf } from "../services.ts";

/** Milliseconds: to open a link, between two pings, to answer a ping, and to close a link. */
const OPENING = 30_000;
const PING_EVERY = 15_000;
const PING_WITHIN = 10_000;
const CLOSING = 5_000;

/** How a link ended. */
export interface Ending {
  readonly reason: string;
  /** Retrying cannot help until something is changed. */
  readonly isPermanent: boolean;
  /** The use of the connection's secret was denied. */
  readonly isDenied?: boolean;
  readonly cause?: AdapterCause;
}

export interface SessionOptions {
  readonly host: Pick<PluginContext, "store" | "transact" | "now">;
  readonly adapter: string;
  readonly kind: AdapterKind;
  readonly config: Readonly<Record<string, unknown>>;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly hosts: AdapterContext["hosts"];
  readonly useSecret: AdapterContext["useSecret"];
  receive(inbound: Inbound): Promise<Received>;
  connected(link: Link): void;
  /** The link has ended and will be closed: no new requests are allowed. */
  closing(): void;
  /** Undefined if there is no problem any longer. */
  troubled(reason: string | undefined): void;
  answered(): void;
}

/** Runs one link from opening to end. It always returns an ending and leaves nothing open, whatever the kind does. */
export async function runSession(setting: SessionOptions): Promise<Ending> {
  const { adapter, kind, config, log, hosts, useSecret, host } = setting;
  const end = new AbortController();
  const signal = AbortSignal.any([setting.signal, end.signal]);
  const isOver = () => signal.aborted;
  const context: AdapterContext = {
    adapter,
    config,
    log,
    hosts,
    signal,
    useSecret,
    async receive(inbound) {
      if (isOver()) throw new Error("The adapter has stopped");
      return setting.receive(inbound);
    },
    degraded: (reason) => void (isOver() || setting.troubled(reason)),
    well: () => void (isOver() || setting.troubled(undefined)),
    recall: (name) => recall(host, adapter, name),
    remember: (name, value) => remember(host, adapter, name, value),
  };
  try {
    const link = await opened(() => kind.open(context), signal);
    try {
      setting.connected(link);
      return await Promise.race([closed(link), unresponsive(link, setting, signal), aborted(setting.signal)]);
    } finally {
      setting.closing();
      end.abort();
      await close(link, log);
    }
  } catch (error) {
    return endingOf(error);
  } finally {
    end.abort();
  }
}

/** A link that opens after the timeout is closed. */
async function opened(open: () => Promise<Link>, signal: AbortSignal): Promise<Link> {
  const opening = (async () => open())();
  try {
    return await within(OPENING, opening, `The platform did not connect within ${OPENING / 1000} seconds`, signal);
  } catch (error) {
    opening.then((link) => link.close()).catch(() => {});
    throw error;
  }
}

const closed = (link: Link): Promise<Ending> =>
  Promise.resolve(link.closed).then(
    ({ reason, permanent }) => ({ reason: reason || "The connection was closed", isPermanent: permanent === true }),
    endingOf,
  );

const aborted = (signal: AbortSignal): Promise<Ending> =>
  new Promise((resolve) => {
    const stop = () => resolve({ reason: "The adapter was stopped", isPermanent: false });
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });

/** Resolves when the platform no longer answers pings. Nothing else detects a connection that is silently lost. */
async function unresponsive(link: Link, { answered }: SessionOptions, signal: AbortSignal): Promise<Ending> {
  const { ping } = link;
  if (!ping) return new Promise(() => {});
  for (;;) {
    await pause(PING_EVERY, signal);
    if (signal.aborted) return new Promise(() => {});
    const limit = AbortSignal.timeout(PING_WITHIN);
    try {
      const late = `The platform did not answer a ping within ${PING_WITHIN / 1000} seconds`;
      const asking = (async () => ping.call(link, AbortSignal.any([signal, limit])))();
      await within(PING_WITHIN, asking, late, signal);
      answered();
    } catch (error) {
      if (signal.aborted) return new Promise(() => {});
      return endingOf(error);
    }
  }
}

async function close(link: Link, log: Logger): Promise<void> {
  try {
    await within(
      CLOSING,
      (async () => link.close())(),
      `The connection did not close within ${CLOSING / 1000} seconds`,
    );
  } catch (error) {
    log.debug({ error: String(error) }, "A connection did not close cleanly");
  }
}

function endingOf(error: unknown): Ending {
  const reason = error instanceof Error ? error.message : String(error);
  const isDenied = isGatewayError(error) && error.status !== 503;
  const verdict = verdictOf(error);
  const isPermanent = verdict?.word === "permanent";
  const isSecretRejected = isPermanent && "isSecretRejected" in verdict;
  return {
    reason: reason || "Unknown error",
    isPermanent,
    ...(isDenied && { isDenied }),
    ...(isSecretRejected && { cause: "secret_rejected" as const }),
  };
}

/** Rejects if `work` does not settle in time, or if `signal` aborts. */
export async function within<T>(limit: number, work: Promise<T>, late: string, signal?: AbortSignal): Promise<T> {
  work.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(late)), limit);
        stop = () => reject(signal?.reason instanceof Error ? signal.reason : new Error("The adapter was stopped"));
        if (signal?.aborted) stop();
        signal?.addEventListener("abort", stop, { once: true });
      }),
    ]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Resolves after this many milliseconds, or when `signal` aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
