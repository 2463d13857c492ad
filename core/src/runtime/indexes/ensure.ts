import { setImmediate as turn } from "node:timers/promises";
import { Unavailable } from "../../define/errors.ts";
import type { Logger } from "../../define/log.ts";
import type { Plugin } from "../../define/plugin.ts";
import { defineRecord, type MutableRecords, readsOf, Transaction } from "../../storage/index.ts";
import { attempted, type Store, transact } from "../transactions.ts";
import { buildNext } from "./build.ts";
import { staleIndexes } from "./stale.ts";
import { codeOf, fingerprintsOf, indexStates, targetOf } from "./state.ts";

/** Indexes that were built since the start or are being built. */
export interface IndexBuild {
  readonly plugin: string;
  /** By their names in the store, like `tasks.task.byOwner`. */
  readonly indexes: readonly string[];
  /** Number of records examined so far. */
  readonly records: number;
  /** Milliseconds since this process started the build. */
  readonly durationMs: number;
  readonly state: "building" | "built";
}

/** A description of a start that builds indexes. */
export const progressOf = ({ plugin, records, state }: IndexBuild): string | undefined =>
  state === "built" ? undefined : `building indexes of ${plugin}, ${records.toLocaleString("en-US")} records so far`;

export interface Building extends Pick<Store, "driver" | "queue"> {
  readonly log: Logger;
  /** Aborts when the start is canceled. */
  readonly signal: AbortSignal;
  /** Receives the form of the data of each plugin that has been brought to it. */
  readonly settled?: Map<string, { readonly data: number; readonly target: string }>;
  /** Called after each commit. */
  onBuild?(build: IndexBuild): void;
}

/** Written before data is migrated or indexed anew: processes of other versions stop writing. */
export const restructured = defineRecord<string>("gateway.restructured");

/**
 * How many records, and entries of each index, are compared from both ends: at each start, and after index functions
 * have changed.
 */
const SAMPLE = 8;
const LARGE_SAMPLE = 1_000;
/**
 * How many builds of a plugin can alternate without the larger sample: a bundle, the command line, the next version.
 */
const KNOWN_CODE = 8;

/** Milliseconds between two log lines. */
const REPORT = 5_000;

type Indexed = Pick<Plugin, "name" | "collections">;

/** Records the index definitions of a plugin that has no stored data yet. */
export async function noteIndexes(records: MutableRecords, { name: plugin, collections }: Indexed): Promise<void> {
  const built = fingerprintsOf(collections);
  if (Object.keys(built).length === 0) return;
  await records.put(indexStates, { plugin, built, code: [codeOf(collections)], target: targetOf(built) });
}

/**
 * Updates the stored indexes of a plugin to match their definitions, in portions. A crash keeps the progress and the
 * next start resumes it. Rejects if an index cannot be built.
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
  const sample = isKnown ? SAMPLE : LARGE_SAMPLE;
  const found = staleIndexes(snapshot, collections, fingerprints, before?.built ?? {}, sample);
  const stale = await found.finally(snapshot.release);
  const target = targetOf(fingerprints);
  const isBuilt = before?.target === target && Object.values(before.built).every((one) => one !== "");
  if (isBuilt && isKnown && stale.size === 0) return;
  if (driver.trouble()) {
    if (stale.size === 0) return;
    throw new Error(`its indexes ${[...stale].join(", ")} must be built, but the store is read-only`);
  }

  await transact(store, async (records) => {
    const now = await records.get(indexStates, plugin);
    if (now?.target !== target) records.write(restructured, plugin);
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
    if (signal.aborted) throw Unavailable({ reason: "The gateway is stopping", state: "stopping" });
    const step = await attempted(store, async (tx) => {
      const step = await buildNext(tx, plugin, collections, fingerprints);
      return { outcome: { of: () => step }, ...(step && { batch: tx.batch() }) };
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
