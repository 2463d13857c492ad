/** Work that sleeps by a clock. */
export interface Sleeper {
  readonly name: string;
  /** Called after the clock was advanced: what it waits for may be due. */
  onAdvance(): void;
  /** Whether it is working, or is about to. */
  isBusy(): boolean;
}

/** The clock of a gateway that a test can advance. Called, it returns Unix milliseconds. */
export interface TestClock {
  (): number;
  /** A monotonic clock in milliseconds, which is advanced too. */
  elapsed(): number;
  /** Sets both ahead, and wakes nobody. */
  add(ms: number): void;
  readonly sleepers: Set<Sleeper>;
}

export const isTestClock = (now: (() => number) | undefined): now is TestClock =>
  now !== undefined && "sleepers" in now;

/** A monotonic clock in milliseconds that passes as fast as `now`, but is never set back. */
export const elapsedBy = (now?: () => number): (() => number) =>
  isTestClock(now) ? now.elapsed : () => performance.now();

/** Lets tests wake what sleeps by `now`, until the returned function is called. */
export function sleepBy(now: (() => number) | undefined, sleeper: Sleeper): () => void {
  if (!isTestClock(now)) return () => {};
  now.sleepers.add(sleeper);
  return () => void now.sleepers.delete(sleeper);
}
