/**
 * Whether the writer thread is inside a transaction, in memory shared by both threads.
 *
 * A thread that is stopped inside a transaction never releases LMDB's lock and hangs. So a process that exits waits for
 * the current transaction and prevents the next one.
 */
export type WriterState = Int32Array<SharedArrayBuffer>;

const FREE = 0;
const BUSY = 1;
const HALTED = 2;

const STATE = 0;
const BEGUN = 1;

export const createWriterState = (): WriterState => new Int32Array(new SharedArrayBuffer(8));

/** Begins the transaction of this group; returns false if the process exits. */
export function begin(state: WriterState, group: number): boolean {
  if (Atomics.compareExchange(state, STATE, FREE, BUSY) !== FREE) return false;
  Atomics.store(state, BEGUN, group);
  return true;
}

export function end(state: WriterState): void {
  Atomics.and(state, STATE, ~BUSY);
  Atomics.notify(state, STATE);
}

/** The last group whose transaction was started. */
export const lastBegun = (state: WriterState): number => Atomics.load(state, BEGUN);

/** Blocks the thread until the current transaction ends, and prevents the next one. */
export function halt(state: WriterState): void {
  Atomics.or(state, STATE, HALTED);
  while (Atomics.load(state, STATE) & BUSY) Atomics.wait(state, STATE, BUSY | HALTED);
}
