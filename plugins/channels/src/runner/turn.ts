import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { markOf, standingOf } from "@postern/core/process";
import type { OurHost } from "../host.ts";
import { RunnerBusy } from "./errors.ts";
import { ONE, type Turn, turns } from "./records.ts";

/** The longest that somebody has the turn: starting and stopping are bounded well below it. */
const LONGEST = 90_000;
/** How long one waits for it: stopping, above all, is not to fail because somebody else was at it. */
const PATIENCE = LONGEST + 10_000;
const LOOK = 100;

/** Runs `work` while nobody else, in whatever process, starts or stops the runner. */
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

/** A turn whose process is gone is over, and so is one that lasts longer than any does, as after a clock was set back. */
function holds({ host, until, ...mark }: Turn, now: number): boolean {
  const isInTime = now < until && until <= now + LONGEST;
  return isInTime && (host !== hostname() || standingOf(mark) !== "gone");
}
