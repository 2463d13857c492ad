/** The writer thread, which runs all write transactions. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type Answer, RecentWrites, receiveGroups, type ValueBytes } from "@postern/core/drivers";
import type { Batch } from "@postern/core/storage";
import { apply } from "./apply.ts";
import { type DiskSpace, openDiskSpace } from "./disk-space.ts";
import { type Failure, toFailure } from "./failure.ts";
import { type Folder, type LmdbOptions, openFolder, type Store } from "./folder.ts";
import { begin, end, type WriterState } from "./writer-state.ts";

/** The worker data of the thread. */
export interface Start {
  options: LmdbOptions;
  state: WriterState;
}

/** Groups between removals of stale readers: crashed processes leave readers, whose pages are kept on disk. */
const SWEEP_EVERY = 256;

const { options, state } = workerData as Start;
const port = parentPort as MessagePort;
const folder = open();
const space = folder && openDiskSpace(options.path);
const recent = new RecentWrites();

receiveGroups(port, {
  stop() {
    space?.close();
    void folder?.db.close();
  },
  commit(group, batches) {
    if (!folder || !space || !begin(state, group)) return;
    const { db } = folder;
    // Posted last: nothing may turn a committed group into a failed one.
    const message = committed(folder, space, group, batches);
    try {
      // The read transaction of the page count would keep pages from being reused.
      db.resetReadTxn();
    } catch {}
    answer(message);
    end(state);
  },
});

function committed(
  { db, assertSameFiles }: Folder,
  space: DiskSpace,
  group: number,
  batches: readonly Batch<ValueBytes>[],
): Answer<Failure> {
  try {
    assertSameFiles();
    if (group % SWEEP_EVERY === 0) db.readerCheck();
    return { group, answers: apply(db, batches, space, recent) };
  } catch (error) {
    return { group, failure: { ...toFailure(error, options.path), fatal: !isUsable(db) } };
  }
}

const answer = (message: Answer<Failure>): void => port.postMessage(message);

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
