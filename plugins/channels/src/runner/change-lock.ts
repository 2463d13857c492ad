import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { isGatewayError } from "@postern/core";
import { processMark, processStatus } from "@postern/core/process";
import { isInForce, keepRenewed, LEASE } from "@postern/kit/queue";
import type { OurHost } from "../host.ts";
import { RunnerBusy } from "./errors.ts";
import { type ChangeLock, changeLocks, ONE } from "./records.ts";

/** Maximum milliseconds for one change. Starting and stopping take much less. */
const MAX_LENGTH = 90_000;
/** Milliseconds to wait for another process's change. Stopping in particular should not fail because of one. */
const PATIENCE = MAX_LENGTH + 10_000;
const LOOK = 100;

/**
 * Runs `work` while no other process starts or stops the runner. Throws if another process does so for longer than
 * `patience` milliseconds.
 */
export async function withChangeLock<T>(
  host: OurHost,
  work: () => Promise<T>,
  { patience = PATIENCE } = {},
): Promise<T> {
  const id = randomUUID();
  const own = { id, ...processMark(), host: host.services.gateway.host };
  const end = performance.now() + patience;
  for (;;) {
    const other = await host.transact(async ({ store, now }) => {
      const held = await store.get(changeLocks, ONE);
      if (held && isHeld(held, now)) return held;
      await store.put(changeLocks, { ...own, since: now, until: now + LEASE });
      return undefined;
    });
    if (!other) break;
    if (performance.now() > end) throw RunnerBusy({ pid: other.pid, host: other.host });
    await pause(LOOK, undefined, { signal: host.signal });
  }
  // A change that has begun is completed, also if another process may begin one.
  const stopRenewal = keepRenewed(
    () => renew(host, id),
    () => {},
  );
  try {
    return await work();
  } finally {
    stopRenewal();
    await host.transact(async ({ store }) => {
      if ((await store.get(changeLocks, ONE))?.id === id) await store.delete(changeLocks, ONE);
    });
  }
}

function renew(host: OurHost, id: string): Promise<boolean> {
  return host.transact(async ({ store, now }) => {
    const held = await store.get(changeLocks, ONE);
    if (held?.id !== id) return false;
    await store.put(changeLocks, { ...held, until: now + LEASE });
    return true;
  });
}

/**
 * A lock ends with its process, or after the maximum time. One of a process elsewhere ends when it is no longer renewed.
 */
function isHeld({ since, ...mark }: ChangeLock, now: number): boolean {
  const status = processStatus(mark);
  if (status === "alive" && since !== undefined) return Math.abs(now - since) < MAX_LENGTH;
  return status !== "gone" && isInForce(mark, now);
}

/** Runs `work` like `withChangeLock`, or not at all while another process starts or stops the runner. */
export async function tryChangeLock(host: OurHost, work: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  const begun = () => {
    hasBegun = true;
    return work();
  };
  try {
    await withChangeLock(host, begun, { patience: 0 });
  } catch (error) {
    if (hasBegun || !isGatewayError(error) || error.code !== RunnerBusy.code) throw error;
  }
}
