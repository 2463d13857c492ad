/** The thread of the write transactions. It holds nothing but LMDB: whoever asked waits in the other thread. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Version } from "@postern/core/storage";
import { apply } from "./apply.ts";
import { type Failure, toFailure } from "./failure.ts";
import { type Folder, type LmdbOptions, openFolder, type Store } from "./folder.ts";
import { openRoom } from "./room.ts";
import { begin, end, type Turn } from "./turn.ts";
import { type Flat, unflatten } from "./wire.ts";

/** What the thread is started with. */
export interface Start {
  options: LmdbOptions;
  turn: Turn;
}

/** A group to commit, or (null) the end. Groups are numbered from 1. */
export type Order = { group: number; batches: Flat } | null;

export type Answer = { group: number; answers: (Version | false)[] } | { group: number; failure: Failure };

/** Dead processes leave their readers behind, and what those read is kept on disk: so many groups may pass. */
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
  const { db, assertThere } = folder;
  try {
    assertThere();
    if (group % SWEEP_EVERY === 0) db.readerCheck();
    answer({ group, answers: apply(db, batches, room) });
  } catch (error) {
    const failure = toFailure(error, options.path);
    answer({ group, failure: { ...failure, fatal: !isUsable(db) } });
  } finally {
    // What counting the pages has read would keep them from being used again.
    db.resetReadTxn();
    end(turn);
  }
});

const answer = (message: Answer): void => port.postMessage(message);

/** Opening takes LMDB's lock for a moment, as a transaction does. */
function open(): Folder | undefined {
  if (!begin(turn, 0)) return undefined;
  try {
    return openFolder(options);
  } finally {
    end(turn);
  }
}

/** Whether another transaction can begin: after a failed write of its own last page LMDB begins none. */
function isUsable(db: Store): boolean {
  try {
    db.transactionSync(() => {});
    return true;
  } catch {
    return false;
  }
}
