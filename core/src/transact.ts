import { setTimeout as pause } from "node:timers/promises";
import type { Caller } from "./caller.ts";
import type { Transacting } from "./context.ts";
import { Busy } from "./errors.ts";
import { type Entry, entryOf, record, type Staged, stage } from "./journal/entry.ts";
import {
  type CommitQueue,
  type CompleteDriver,
  commitNumber,
  commitStamp,
  type MaybePromise,
  type MutableRecords,
  recordsOf,
  Transaction,
  type Version,
} from "./storage/index.ts";

const PATIENCE = 10_000;

/** Reads and writes as one commit, outside any operation. `work` runs again, on the newest state, when the data changed under it. */
export const transact = <T>(
  setting: { driver: CompleteDriver; queue: CommitQueue },
  work: (store: MutableRecords) => MaybePromise<T>,
): Promise<T> => attempted(setting, async (tx) => ({ result: await work(recordsOf(tx)) }));

async function attempted<T>(
  { driver, queue }: { driver: CompleteDriver; queue: CommitQueue },
  work: (tx: Transaction) => Promise<{ result: T; landed?: (number: Version) => void }>,
): Promise<T> {
  const until = performance.now() + PATIENCE;
  for (let attempt = 1; performance.now() < until; attempt++) {
    driver.refresh?.();
    const tx = new Transaction(driver);
    const { result, landed } = await work(tx);
    if (tx.isEmpty || (await queue.commit(tx.batch(), undefined, landed)) !== false) return result;
    await pause(Math.random() * Math.min(50, 2 ** attempt));
  }
  throw Busy({});
}

interface Setting {
  readonly driver: CompleteDriver;
  readonly queue: CommitQueue;
  now(): number;
  id(prefix: string, now: number): string;
  landed(entry: Entry, number: Version): void;
}

/** The same with events, in somebody's name. */
export function transactAs<T>(
  setting: Setting,
  caller: Caller,
  work: (ctx: Transacting) => MaybePromise<T>,
): Promise<T> {
  return attempted(setting, async (tx) => {
    const now = setting.now();
    const events: Staged[] = [];
    const result = await work({
      store: recordsOf(tx),
      now,
      number: commitNumber,
      stamp: commitStamp,
      id: (prefix) => setting.id(prefix, now),
      emit: (event, data) => void events.push(stage(event, data)),
    });
    if (events.length === 0) return { result };
    const entry = entryOf(events, caller, now);
    record(tx, entry);
    return { result, landed: (number: Version) => setting.landed(entry, number) };
  });
}
