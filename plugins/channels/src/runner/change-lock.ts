import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { processMark, processStatus } from "@postern/core/process";
import type { OurHost } from "../host.ts";
import { RunnerBusy } from "./errors.ts";
import { type ChangeLock, changeLocks, ONE } from "./records.ts";

/** Maximum milliseconds for one change. Starting and stopping take much less. */
const MAX_LENGTH = 90_000;
/** Milliseconds to wait for another process's change. Stopping in particular should not fail because of one. */
const PATIENCE = MAX_LENGTH + 10_000;
const LOOK = 100;

/** Runs `work` while no other process starts or stops the runner. */
export async function withChangeLock<T>(host: OurHost, work: () => Promise<T>): Promise<T> {
  const own = { id: randomUUID(), ...processMark(), host: hostname() };
  const end = performance.now() + PATIENCE;
  for (;;) {
    const other = await host.transact(async ({ store, now }) => {
      const held = await store.get(changeLocks, ONE);
      if (held && isHeld(held, now)) return held;
      await store.put(changeLocks, { ...own, until: now + MAX_LENGTH });
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
      if ((await store.get(changeLocks, ONE))?.id === own.id) await store.delete(changeLocks, ONE);
    });
  }
}

/** A turn ends with its process, or after the maximum time. A turn further in the future means the clock was set back. */
function isHeld({ host, until, ...mark }: ChangeLock, now: number): boolean {
  const isInTime = now < until && until <= now + MAX_LENGTH;
  return isInTime && (host !== hostname() || processStatus(mark) !== "gone");
}
