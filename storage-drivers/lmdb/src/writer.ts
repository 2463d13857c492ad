/** The writer thread, which runs all write transactions. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { type Answer, RecentWrites, receiveGroups } from "@postern/core/drivers";
import { apply } from "./apply.ts";
import { openDiskSpace } from "./disk-space.ts";
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
  },
});

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
