import { setImmediate as turn } from "node:timers/promises";
import { Unavailable } from "../errors.ts";
import type { Logger } from "../log.ts";
import { type Collection, readsOf, Transaction } from "../storage/index.ts";
import { attempted, type Store, transact } from "../transact.ts";
import { buildNext, type Step } from "./build.ts";
import { staleIndexes } from "./stale.ts";
import { fingerprintsOf, indexStates, targetOf } from "./state.ts";

/** Indexes that were built since the start, or are being built. */
export interface IndexBuild {
  readonly plugin: string;
  /** By their names in the store, such as `tasks.task.byOwner`. */
  readonly indexes: readonly string[];
  /** Records that were looked at so far. */
  readonly records: number;
  /** Milliseconds since this process began with it. */
  readonly durationMs: number;
  readonly state: "building" | "built";
}

/** What a start that builds indexes is busy with, in words. */
export const progressOf = ({ plugin, records, state }: IndexBuild): string | undefined =>
  state === "built" ? undefined : `building indexes of ${plugin}, ${records.toLocaleString("en-US")} records so far`;

export interface Building extends Pick<Store, "driver" | "queue"> {
  readonly log: Logger;
  /** Aborts when the start is to end. */
  readonly signal: AbortSignal;
  /** Called after each commit. */
  onBuild?(build: IndexBuild): void;
}

/** Milliseconds between two lines in the log. */
const REPORT = 5_000;

/**
 * Makes the indexes of a plugin what their definitions say, for what is stored already, in portions; a crash leaves
 * the work where it was, and the next start resumes it. Rejects where an index cannot be built.
 */
export async function ensureIndexes(
  { name: plugin, collections }: { readonly name: string; readonly collections: readonly Collection[] },
  { driver, queue, log, signal, onBuild }: Building,
): Promise<void> {
  const store = { driver, queue };
  const fingerprints = fingerprintsOf(collections);
  driver.refresh?.();
  const snapshot = driver.snapshot();
  const before = await readsOf(new Transaction(snapshot)).get(indexStates, plugin);
  if (!before && Object.keys(fingerprints).length === 0) return snapshot.release();
  const stale = await staleIndexes(snapshot, collections, fingerprints, before?.built ?? {}).finally(snapshot.release);
  const target = targetOf(fingerprints);
  if (before?.target === target && stale.size === 0 && Object.values(before.built).every((one) => one !== "")) return;
  if (driver.trouble()) {
    if (stale.size === 0) return;
    throw new Error(`its indexes ${[...stale].join(", ")} must be built, and the store takes no writes`);
  }

  await transact(store, async (records) => {
    const now = await records.get(indexStates, plugin);
    const names = new Set([...Object.keys(now?.built ?? {}), ...Object.keys(fingerprints)]);
    const isOpen = (name: string) => stale.has(name) || !(name in fingerprints) || now?.built[name] === "";
    const built = Object.fromEntries(
      [...names].map((name) => [name, isOpen(name) ? "" : (fingerprints[name] as string)]),
    );
    const work = now?.target === target ? now.work : undefined;
    await records.put(indexStates, { plugin, built, target, ...(work && { work }) });
  });

  let began = performance.now();
  let reported = began;
  for (;;) {
    if (signal.aborted) throw Unavailable({ reason: "The gateway stops", state: "stopping" });
    const step = await attempted(store, async (tx) => {
      const step = await buildNext(tx, plugin, collections, fingerprints);
      return { outcome: { of: (): Step | undefined => step }, ...(step && { batch: tx.batch() }) };
    });
    if (!step) return;
    const { collection, indexes, records } = step.work;
    const durationMs = Math.round(performance.now() - began);
    if (collection) onBuild?.({ plugin, indexes, records, durationMs, state: step.isOver ? "built" : "building" });
    if (step.isOver) began = performance.now();
    if (step.isOver) log.info({ plugin, indexes, records }, collection ? "Built indexes" : "Removed indexes");
    else if (performance.now() - reported > REPORT) {
      log.info({ plugin, indexes, records }, "Building indexes");
      reported = performance.now();
    }
    await turn();
  }
}
