import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { logFailure } from "@postern/core/background";
import { isElsewhere } from "@postern/credentials/services";
import { keepRenewed, LEASE, retryDelay } from "@postern/kit/queue";
import type { OurHost } from "../host.ts";
import { connect, isSecretHere, type Link } from "../nats/connect.ts";
import { explain } from "../nats/explain.ts";
import type { ServerSettings } from "../nats/servers.ts";
import { holdLease, type RunStatus, releaseLease } from "./lease.ts";

/** One connection, from its start to its first error. */
export interface Session {
  readonly link: Link;
  /** Aborts when the connection or the lease is lost, or the work must stop. */
  readonly signal: AbortSignal;
  /** Identifies the run in its lease. */
  readonly token: string;
  /** Shows that the connection works and the stream exists. Called once, before the work begins. */
  begun(): Promise<void>;
  /** Shows an error that does not end the session. */
  report(error: unknown): void;
}

/** The work of a bridge or consumer in this process. */
export interface Supervision {
  /** Whether this process holds its lease. */
  isHeld(): boolean;
  stop(): Promise<void>;
}

interface Supervised extends ServerSettings {
  readonly id: string;
  readonly stream: string;
}

const FIRST_RETRY = 250;
const MAX_RETRY = 30_000;
/** Milliseconds between attempts to take a lease that another process holds. */
const LEASE_RETRY = 1_000;
/** Milliseconds between looks at whether a secret that another host has can be read here. */
const SECRET_RETRY = 5_000;
/** A session that lasted this long, in milliseconds, has worked: the next failure is the first again. */
const WORKED = 60_000;

/**
 * Runs the work of a bridge or consumer in one process at a time, with a new connection after each error and a growing
 * delay between them, without a limit.
 */
export function supervise(host: OurHost, record: Supervised, work: (session: Session) => Promise<void>): Supervision {
  const { id } = record;
  const token = randomUUID();
  const ended = new AbortController();
  let status: RunStatus = { state: "connecting", stateChangedAt: host.now() };
  /** When the lease ends that this process holds, by the monotonic clock. */
  let heldUntil = 0;
  const hold = async (next: RunStatus = status) => {
    status = next;
    const began = performance.now();
    const isOurs = await holdLease(host, id, token, next);
    heldUntil = isOurs ? began + LEASE : 0;
    return isOurs;
  };
  const release = () => {
    heldUntil = 0;
    return releaseLease(host, id, token).catch(() => {});
  };

  /** The error that was logged last: the same one is logged once, and its end by the next connection that works. */
  let reported: string | undefined;

  async function run(): Promise<void> {
    let failures = 0;
    while (!ended.signal.aborted) {
      const began = performance.now();
      try {
        // A gateway on another host does it: a lease taken here would keep it out.
        if (!(await isSecretHere(host, record))) {
          await sleep(SECRET_RETRY);
          continue;
        }
        // One that fails remains so until the work begins, so that each look at it finds it failing.
        const isRetry = failures > 0 && status.state === "failing";
        if (await hold(isRetry ? status : { state: "connecting", stateChangedAt: host.now() })) await openSession();
        failures = 0;
        // Another process does it, or there is nothing to do and it will be stopped soon.
        await sleep(LEASE_RETRY);
      } catch (error) {
        if (ended.signal.aborted) break;
        if (isElsewhere(error)) {
          await release();
          continue;
        }
        const message = explain(error, record);
        if (performance.now() - began > WORKED) failures = 0;
        failures++;
        const retryInMs = retryDelay(failures, { first: FIRST_RETRY, longest: MAX_RETRY });
        if (message !== reported)
          logFailure(host.log, error, { link: id, reason: message }, "The work at NATS failed and will be retried");
        reported = message;
        const now = host.now();
        await hold({ state: "failing", stateChangedAt: now, lastError: { at: now, message } }).catch(() => {});
        // Without the lease, the status would be that of work that nobody does.
        const stopRenewal = keepRenewed(hold, () => {});
        await sleep(retryInMs);
        stopRenewal();
      }
    }
    await release();
  }

  async function openSession(): Promise<void> {
    const link = await connect(host, record, `postern ${id}`);
    const lost = new AbortController();
    const stop = () => lost.abort(ended.signal.reason);
    ended.signal.addEventListener("abort", stop, { once: true });
    if (ended.signal.aborted) stop();
    void link.connection.closed().then((error) => lost.abort(error ?? new Error("The server closed the connection.")));
    const stopRenewal = keepRenewed(hold, () => lost.abort(new Error("Another process may have continued the work.")));
    try {
      await work({ link, signal: lost.signal, token, report, begun: () => noteBegun(link) });
    } finally {
      stopRenewal();
      ended.signal.removeEventListener("abort", stop);
      await link.close();
    }
  }

  async function noteBegun({ connection }: Link): Promise<void> {
    const server = connection.getServer();
    reported = undefined;
    await hold({ state: "connected", stateChangedAt: host.now(), server });
    host.log.info({ link: id, server }, "Connected to NATS");
  }

  function report(error: unknown): void {
    const message = explain(error, record);
    host.log.warn({ link: id, reason: message }, "Part of the work at NATS failed");
    void hold({ ...status, lastError: { at: host.now(), message } }).catch(() => {});
  }

  const sleep = (ms: number) => pause(ms, undefined, { signal: ended.signal, ref: false }).catch(() => {});

  const running = run();
  return {
    isHeld: () => heldUntil > performance.now(),
    async stop() {
      ended.abort(new Error("The gateway is stopping"));
      await running;
    },
  };
}
