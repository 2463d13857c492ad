import { setTimeout as pause } from "node:timers/promises";
import type { Caller } from "../define/caller.ts";
import type { Cause } from "../define/cause.ts";
import { Busy, Conflict } from "../define/errors.ts";
import type { Transacting } from "../define/transaction.ts";
import { type Entry, entryOf, record, type Staged } from "../journal/entry.ts";
import {
  type Batch,
  type Check,
  type CommitQueue,
  type CompleteDriver,
  type MaybePromise,
  type MutableRecords,
  type OnPut,
  recordsOf,
  Transaction,
  type Turn,
  type Version,
} from "../storage/index.ts";
import { type Staging, stagingIn } from "./call-context.ts";

/** How long conflicting work is retried before it ends in `gateway.busy`, in milliseconds. */
const RETRY_LIMIT = 10_000;

/** The longest pause before the next try, in milliseconds: less than the moment for which a busy gateway gives way. */
const RETRY_PAUSE = 5;

/** A store to commit to. */
export interface Store {
  readonly driver: CompleteDriver;
  readonly queue: CommitQueue;
  onDamaged?(key: string): void;
  /** Throws if a record or the data of an event does not match its schema. */
  readonly onPut?: OnPut | undefined;
}

/** A store whose commits are published. */
export interface PublishingStore extends Store {
  /** Called for each commit that has a journal entry, in commit order. */
  onCommitted(entry: Entry, number: Version): void;
  now(): number;
  id(prefix: string, now: number): string;
}

/** The result of one attempt: a batch to commit, or the error that ends it if everything it read is still valid. */
export interface Attempt<T> {
  readonly batch?: Batch;
  readonly onCommitted?: (number: Version) => void;
  /** It had external effects that cannot be undone, so it does not run again. */
  readonly isFinal?: boolean;
  readonly outcome: { readonly of: (number: Version) => T } | { readonly error: unknown };
}

/**
 * Reads and writes as one commit. If its reads have changed by then the work runs again on the latest state, even if it
 * threw, and other writers in this process then wait. Work that returns nothing has already lost.
 */
export async function attempted<T>(
  store: Store,
  work: (tx: Transaction) => Promise<Attempt<T> | undefined>,
): Promise<T> {
  const first = await attempt(store, work);
  if ("value" in first) return first.value;
  return store.queue.inTurn(first.lost, async (turn) => {
    const until = performance.now() + RETRY_LIMIT;
    while (performance.now() < until) {
      const next = await attempt(store, work, turn);
      if ("value" in next) return next.value;
      // Only another gateway can have been faster. One that waits longer the more often it lost would lose again.
      await pause(Math.random() * RETRY_PAUSE);
    }
    throw Busy({});
  });
}

async function attempt<T>(
  { driver, queue, onDamaged, onPut }: Store,
  work: (tx: Transaction) => Promise<Attempt<T> | undefined>,
  turn?: Turn,
): Promise<{ value: T } | { lost: readonly Check[] }> {
  driver.refresh?.();
  const tx = new Transaction(driver, onDamaged, onPut);
  if (turn) turn.reads = [...turn.reads, tx.checks];
  let made: Attempt<T> | undefined;
  try {
    made = await work(tx);
  } catch (error) {
    made = { outcome: { error }, batch: { checks: tx.checks, writes: [] } };
  }
  tx.end();
  if (made === undefined) return { lost: tx.checks };
  const { batch, outcome, onCommitted, isFinal } = made;
  const isIdle = batch === undefined || batch.checks.length + batch.writes.length === 0;
  const isDown = "error" in outcome && isUnavailable(outcome.error);
  const committed = isIdle || isDown ? 0 : queue.commit(batch, turn, onCommitted);
  // If the store is unreachable the error remains as it is, and a store that hangs is not called again.
  const number = await ("error" in outcome && committed !== 0 ? committed.catch(() => 0) : committed);
  if (number === false && isFinal) throw Conflict({});
  if (number === false) return { lost: tx.checks };
  if ("error" in outcome) throw outcome.error;
  return { value: outcome.of(number) };
}

export const isUnavailable = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === "STORE_UNAVAILABLE";

/**
 * Reads and writes as one commit, outside any operation. `work` runs again on the latest state if the data changed
 * concurrently.
 */
export const transact = <T>(store: Store, work: (store: MutableRecords) => MaybePromise<T>): Promise<T> =>
  attempted(store, async (tx) => {
    const result = await work(recordsOf(tx));
    return { outcome: { of: () => result }, ...(!tx.isEmpty && { batch: tx.batch() }) };
  });

/** A commit that operations can join, and the errors they threw. */
export interface JoinableCommit extends Staging {
  readonly faults: unknown[];
}

/** The same with events, on behalf of a caller. */
export function transactAs<T>(
  { now, id, onCommitted, ...store }: PublishingStore,
  caller: Caller,
  work: (ctx: Transacting, joint: JoinableCommit) => MaybePromise<T>,
  cause?: Cause,
): Promise<T> {
  return attempted(store, async (tx) => {
    const at = now();
    const events: Staged[] = [];
    const faults: unknown[] = [];
    const result = await work(stagingIn({ tx, events }, at, id, cause), { tx, events, faults });
    if (faults.length > 0) throw faults[0];
    const entry = entryOf(events, caller, at, undefined, cause);
    const outcome = { of: () => result };
    if (events.length === 0) return { outcome, ...(!tx.isEmpty && { batch: tx.batch() }) };
    record(tx, entry);
    return { outcome, batch: tx.batch(), onCommitted: (number) => onCommitted(entry, number) };
  });
}
