/** The writer thread, which runs all write transactions. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Version } from "@postern/core/storage";
import { apply } from "./apply.ts";
import { type Failure, toFailure } from "./failure.ts";
import { type Folder, type LmdbOptions, openFolder, type Store } from "./folder.ts";
import { openRoom } from "./room.ts";
import { begin, end, type Turn } from "./turn.ts";
import { type Flat, unflatten } from "./wire.ts";

/** The worker data of the thread. */
export interface Start {
  options: LmdbOptions;
  turn: Turn;
}

/** A group to commit, or null to stop. Groups are numbered from 1. */
export type Order = { group: number; batches: Flat } | null;

export type Answer = { group: number; answers: (Version | false)[] } | { group: number; failure: Failure };

/** Groups between removals of stale readers: crashed processes leave readers, whose pages are kept on disk. */
const SWEEP_EVERY = 256;

const { options, turn } = workerData as Start;
const port = parentPort as MessagePort;
const folder = open();
const room = folder && openRoom(options.path);

port.on("message", (order: Order) => {
  if (order === null) {
    port.close();
    room?.close();
    void folder?.db.close();
    return;
  }
  const { group } = order;
  const batches = unflatten(order.batches);
  if (!folder || !room || !begin(turn, group)) return;
  const { db, assertSameFiles } = folder;
  try {
    assertSameFiles();
    if (group % SWEEP_EVERY === 0) db.readerCheck();
    answer({ group, answers: apply(db, batches, room) });
  } catch (error) {
    const failure = toFailure(error, options.path);
    answer({ group, failure: { ...failure, fatal: !isUsable(db) } });
  } finally {
    // The read transaction of the page count would keep pages from being reused.
    db.resetReadTxn();
    end(turn);
  }
});

const answer = (message: Answer): void => port.postMessage(message);

/** Opening briefly takes LMDB's lock, like a transaction. */
function open(): Folder | undefined {
  if (!begin(turn, 0)) return undefined;
  try {
    return openFolder(options);
  } finally {
    end(turn);
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
