import { setTimeout as pause } from "node:timers/promises";
import { Busy } from "./errors.ts";
import {
  type CommitQueue,
  type CompleteDriver,
  type MaybePromise,
  type MutableRecords,
  recordsOf,
  Transaction,
} from "./storage/index.ts";

const PATIENCE = 10_000;

/** Reads and writes as one commit, outside any operation. `work` runs again, on the newest state, when the data changed under it. */
export async function transact<T>(
  { driver, queue }: { driver: CompleteDriver; queue: CommitQueue },
  work: (store: MutableRecords) => MaybePromise<T>,
): Promise<T> {
  const until = performance.now() + PATIENCE;
  for (let attempt = 1; performance.now() < until; attempt++) {
    driver.refresh?.();
    const tx = new Transaction(driver);
    const result = await work(recordsOf(tx));
    if (tx.isEmpty || (await queue.commit(tx.batch())) !== false) return result;
    await pause(Math.random() * Math.min(50, 2 ** attempt));
  }
  throw Busy({});
}
