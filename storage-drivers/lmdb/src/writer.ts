/** The writer thread, which runs all write transactions. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Batch, Version } from "@postern/core/storage";
import { apply } from "./apply.ts";
import { openDiskSpace } from "./disk-space.ts";
import { type Failure, toFailure } from "./failure.ts";
import { type Folder, type LmdbOptions, openFolder, type Store } from "./folder.ts";
import { joined, type Portion } from "./portions.ts";
import { RecentWrites } from "@postern/core/drivers";
import type { ValueBytes } from "./value-bytes.ts";
import { type Flat, unflatten } from "./wire.ts";
import { begin, end, type WriterState } from "./writer-state.ts";

/** The worker data of the thread. */
export interface Start {
  options: LmdbOptions;
  state: WriterState;
}

/** A portion of a group to commit, or null to stop. Groups are numbered from 1. */
export type Order = { group: number; batches: Flat; more: Portion["more"] } | null;

export type Answer = { group: number; answers: (Version | false)[] } | { group: number; failure: Failure };

/** Groups between removals of stale readers: crashed processes leave readers, whose pages are kept on disk. */
const SWEEP_EVERY = 256;

const { options, state } = workerData as Start;
const port = parentPort as MessagePort;
const folder = open();
const space = folder && openDiskSpace(options.path);
const recent = new RecentWrites();
/** Large groups whose last portion is still to come. */
const incomplete = new Map<number, { batches: Batch<ValueBytes>[]; more: Portion["more"] }>();

port.on("message", (order: Order) => {
  if (order === null) {
    port.close();
    space?.close();
    void folder?.db.close();
    return;
  }
  const { group, more } = order;
  const before = incomplete.get(group);
  const batches = joined(before?.batches ?? [], before?.more === "of batch", unflatten(order.batches));
  if (more !== undefined) return void incomplete.set(group, { batches, more });
  incomplete.delete(group);
  if (!folder || !space || !begin(state, group)) return;
  const { db, assertSameFiles } = folder;
  try {
    assertSameFiles();
    if (group % SWEEP_EVERY === 0) db.readerCheck();
    answer({ group, answers: apply(db, batches, space, recent) });
  } catch (error) {
    const failure = toFailure(error, options.path);
    answer({ group, failure: { ...failure, fatal: !isUsable(db) } });
  } finally {
    // The read transaction of the page count would keep pages from being reused.
    db.resetReadTxn();
    end(state);
  }
});

const answer = (message: Answer): void => port.postMessage(message);

/** Opening briefly takes LMDB's lock, like a transaction. */
function open(): Folder | undefined {
  if (!begin(state, 0)) return undefined;
  try {
    return openFolder(options);
  } finally {
    end(state);
  }
}

/** Whether another transaction can start: after a failed write of its meta page LMDB starts none. */
function isUsable(db: Store): boolean {
  try {
    db.transactionSync(() => {});
    return true;
  } catch {
    return false;
  }
}
