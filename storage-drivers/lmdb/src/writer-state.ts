/**
 * Whether the writer thread is inside a transaction, in memory shared by both threads.
 *
 * A thread that is stopped inside a transaction never releases LMDB's lock and hangs. So a process that exits waits for
 * the current transaction and prevents the next one.
 */
export type Turn = Int32Array<SharedArrayBuffer>;

const FREE = 0;
const BUSY = 1;
const HALTED = 2;

const STATE = 0;
const BEGUN = 1;

export const createTurn = (): Turn => new Int32Array(new SharedArrayBuffer(8));

/** Begins the transaction of this group; returns false if the process exits. */
export function begin(turn: Turn, group: number): boolean {
  if (Atomics.compareExchange(turn, STATE, FREE, BUSY) !== FREE) return false;
  Atomics.store(turn, BEGUN, group);
  return true;
}

export function end(turn: Turn): void {
  Atomics.and(turn, STATE, ~BUSY);
  Atomics.notify(turn, STATE);
}

/** The last group whose transaction was started. */
export const lastBegun = (turn: Turn): number => Atomics.load(turn, BEGUN);

/** Blocks the thread until the current transaction ends, and prevents the next one. */
export function halt(turn: Turn): void {
  Atomics.or(turn, STATE, HALTED);
  while (Atomics.load(turn, STATE) & BUSY) Atomics.wait(turn, STATE, BUSY | HALTED);
}
