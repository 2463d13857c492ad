import { setImmediate as turn } from "node:timers/promises";
import { Unavailable } from "../../define/errors.ts";
import type { Logger } from "../../define/log.ts";
import { type Collection, type MutableRecords, readsOf, Transaction } from "../../storage/index.ts";
import { attempted, type Store, transact } from "../transactions.ts";
import { buildNext, type Step } from "./build.ts";
import { staleIndexes } from "./stale.ts";
import { codeOf, fingerprintsOf, indexStates, targetOf } from "./state.ts";

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

/** Records, and entries of each index, that are compared from either end: at each start, and with functions of another text. */
const SAMPLE = 8;
const CLOSE_LOOK = 1_000;
/** So many builds of a plugin can take turns without a close look: a bundle, the command line, the next version. */
const KNOWN_CODE = 8;

/** Milliseconds between two lines in the log. */
const REPORT = 5_000;

interface Indexed {
  readonly name: string;
  readonly collections: readonly Collection[];
}

/** Notes of a plugin that has stored nothing yet how its indexes are defined. */
export async function noteIndexes(records: MutableRecords, { name: plugin, collections }: Indexed): Promise<void> {
  const built = fingerprintsOf(collections);
  if (Object.keys(built).length === 0) return;
  await records.put(indexStates, { plugin, built, code: [codeOf(collections)], target: targetOf(built) });
}

/**
 * Makes the indexes of a plugin what their definitions say, for what is stored already, in portions; a crash leaves
 * the work where it was, and the next start resumes it. Rejects where an index cannot be built.
 */
export async function ensureIndexes(
  { name: plugin, collections }: Indexed,
  { driver, queue, log, signal, onBuild }: Building,
): Promise<void> {
  const store = { driver, queue };
  const fingerprints = fingerprintsOf(collections);
  driver.refresh?.();
  const snapshot = driver.snapshot();
  const before = await readsOf(new Transaction(snapshot)).get(indexStates, plugin);
  if (!before && Object.keys(fingerprints).length === 0) return snapshot.release();
  const code = codeOf(collections);
  const isKnown = before?.code.includes(code) === true;
  const sample = isKnown ? SAMPLE : CLOSE_LOOK;
  const found = staleIndexes(snapshot, collections, fingerprints, before?.built ?? {}, sample);
  const stale = await found.finally(snapshot.release);
  const target = targetOf(fingerprints);
  const isBuilt = before?.target === target && Object.values(before.built).every((one) => one !== "");
  if (isBuilt && isKnown && stale.size === 0) return;
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
    const known = [code, ...(now?.code ?? []).filter((other) => other !== code)].slice(0, KNOWN_CODE);
    await records.put(indexStates, { plugin, built, code: known, target, ...(work && { work }) });
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
