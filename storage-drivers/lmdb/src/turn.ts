/**
 * Whether the writer's thread is in the middle of a transaction, in memory that both threads share.
 *
 * A thread that is stopped inside a transaction never lets go of LMDB's lock, and hangs. So a process that ends
 * waits for the transaction under way, and forbids the next.
 */
export type Turn = Int32Array<SharedArrayBuffer>;

const FREE = 0;
const BUSY = 1;
const HALTED = 2;

const STATE = 0;
const BEGUN = 1;

export const createTurn = (): Turn => new Int32Array(new SharedArrayBuffer(8));

/** Begins the transaction of this group; false if none may begin any more. */
export function begin(turn: Turn, group: number): boolean {
  if (Atomics.compareExchange(turn, STATE, FREE, BUSY) !== FREE) return false;
  Atomics.store(turn, BEGUN, group);
  return true;
}

export function end(turn: Turn): void {
  Atomics.and(turn, STATE, ~BUSY);
  Atomics.notify(turn, STATE);
}

/** The last group whose transaction was begun. */
export const lastBegun = (turn: Turn): number => Atomics.load(turn, BEGUN);

/** Comes back once no transaction is under way, and none begins any more. Blocks the thread. */
export function halt(turn: Turn): void {
  Atomics.or(turn, STATE, HALTED);
  while (Atomics.load(turn, STATE) & BUSY) Atomics.wait(turn, STATE, BUSY | HALTED);
}
