import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { markOf, standingOf } from "@postern/core/process";
import type { OurHost } from "../host.ts";
import { RunnerBusy } from "./errors.ts";
import { ONE, type Turn, turns } from "./records.ts";

/** Maximum milliseconds for one change. Starting and stopping take much less. */
const LONGEST = 90_000;
/** Milliseconds to wait for another process's change. Stopping in particular should not fail because of one. */
const PATIENCE = LONGEST + 10_000;
const LOOK = 100;

/** Runs `work` while no other process starts or stops the runner. */
export async function inTurn<T>(host: OurHost, work: () => Promise<T>): Promise<T> {
  const own = { id: randomUUID(), ...markOf(), host: hostname() };
  const end = performance.now() + PATIENCE;
  for (;;) {
    const other = await host.transact(async ({ store, now }) => {
      const standing = await store.get(turns, ONE);
      if (standing && holds(standing, now)) return standing;
      await store.put(turns, { ...own, until: now + LONGEST });
      return undefined;
    });
    if (!other) break;
    if (performance.now() > end) throw RunnerBusy({ pid: other.pid });
    await pause(LOOK, undefined, { signal: host.signal });
  }
  try {
    return await work();
  } finally {
    await host.transact(async ({ store }) => {
      if ((await store.get(turns, ONE))?.id === own.id) await store.delete(turns, ONE);
    });
  }
}

/** A turn ends with its process, or after the maximum time. A turn further in the future means the clock was set back. */
function holds({ host, until, ...mark }: Turn, now: number): boolean {
  const isInTime = now < until && until <= now + LONGEST;
  return isInTime && (host !== hostname() || standingOf(mark) !== "gone");
}
