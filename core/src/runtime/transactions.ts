import { setTimeout as pause } from "node:timers/promises";
import type { Caller } from "../define/caller.ts";
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

/** How long work is tried again against other processes before it ends in `gateway.busy`. */
const PATIENCE = 10_000;

/** What commits. */
export interface Store {
  readonly driver: CompleteDriver;
  readonly queue: CommitQueue;
  onDamaged?(key: string): void;
  /** Throws where a record or the data of an event does not fit its schema. */
  readonly onPut?: OnPut | undefined;
}

/** What commits, and says so. */
export interface Teller extends Store {
  /** Called for each commit that tells of something, in the order of the numbers. */
  onCommitted(entry: Entry, number: Version): void;
  now(): number;
  id(prefix: string, now: number): string;
}

/** What one try came to: something to commit, or the error that ends it if what it read still holds. */
export interface Attempt<T> {
  readonly batch?: Batch;
  readonly onCommitted?: (number: Version) => void;
  /** It did something outside that cannot be undone, so it does not run again. */
  readonly isFinal?: boolean;
  readonly outcome: { readonly of: (number: Version) => T } | { readonly error: unknown };
}

/**
 * Reads and writes as one commit. Work whose reads have changed by its commit runs again on the newest state, also
 * where it threw, and then nobody else here writes into what it reads. Work that answers nothing has lost already.
 */
export async function attempted<T>(
  { driver, queue, onDamaged, onPut }: Store,
  work: (tx: Transaction) => Promise<Attempt<T> | undefined>,
): Promise<T> {
  async function attempt(turn?: Turn): Promise<{ value: T } | { lost: readonly Check[] }> {
    driver.refresh?.();
    const tx = new Transaction(driver, onDamaged, onPut);
    if (turn) turn.reads = [...turn.reads, tx.checks];
    const made = await work(tx).catch(
      (error: unknown): Attempt<T> => ({ outcome: { error }, batch: { checks: tx.checks, writes: [] } }),
    );
    tx.end();
    if (made === undefined) return { lost: tx.checks };
    const { batch, outcome, onCommitted, isFinal } = made;
    const isIdle = batch === undefined || batch.checks.length + batch.writes.length === 0;
    const isDown = "error" in outcome && isUnavailable(outcome.error);
    const committed = isIdle || isDown ? Promise.resolve(0) : queue.commit(batch, turn, onCommitted);
    // A store that cannot be asked leaves a refusal as it is, and one that hangs is not asked again.
    const number = await ("error" in outcome ? committed.catch(() => 0) : committed);
    if (number === false && isFinal) throw Conflict({});
    if (number === false) return { lost: tx.checks };
    if ("error" in outcome) throw outcome.error;
    return { value: outcome.of(number) };
  }

  const first = await attempt();
  if ("value" in first) return first.value;
  return queue.inTurn(first.lost, async (turn) => {
    const until = performance.now() + PATIENCE;
    for (let tries = 1; performance.now() < until; tries++) {
      const next = await attempt(turn);
      if ("value" in next) return next.value;
      await pause(Math.random() * Math.min(50, 2 ** tries));
    }
    throw Busy({});
  });
}

const isUnavailable = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "STORE_UNAVAILABLE";

/** Reads and writes as one commit, outside any operation. `work` runs again, on the newest state, when the data changed under it. */
export const transact = <T>(store: Store, work: (store: MutableRecords) => MaybePromise<T>): Promise<T> =>
  attempted(store, async (tx) => {
    const result = await work(recordsOf(tx));
    return { outcome: { of: () => result }, ...(!tx.isEmpty && { batch: tx.batch() }) };
  });

/** Where operations can join a commit; what any of them threw. */
export interface Joint extends Staging {
  readonly faults: unknown[];
}

/** The same with events, in somebody's name. */
export function transactAs<T>(
  { now, id, onCommitted, ...store }: Teller,
  caller: Caller,
  work: (ctx: Transacting, joint: Joint) => MaybePromise<T>,
): Promise<T> {
  return attempted(store, async (tx) => {
    const at = now();
    const events: Staged[] = [];
    const faults: unknown[] = [];
    const result = await work(stagingIn({ tx, events }, at, id), { tx, events, faults });
    if (faults.length > 0) throw faults[0];
    const entry = entryOf(events, caller, at);
    if (events.length > 0) record(tx, entry);
    const outcome = { of: () => result };
    if (tx.isEmpty) return { outcome };
    return {
      outcome,
      batch: tx.batch(),
      ...(events.length > 0 && { onCommitted: (number) => onCommitted(entry, number) }),
    };
  });
}
