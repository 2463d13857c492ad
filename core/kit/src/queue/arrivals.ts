/** Entries that transactions of this process make claimable, reported to the workers of their queue. */
export interface Arrivals {
  /** Called while the entry is staged: its commit may follow, fail, or be attempted again. */
  announce(entry: string): void;
  /** Watches for a worker, until `end`. */
  expect(): Expected;
}

/** The entries that a worker has not found yet. */
export interface Expected {
  /** Whether a commit may have brought one of them. */
  any(): boolean;
  claimed(entry: string): void;
  end(): void;
}

/** Milliseconds in which an announced entry is committed, if ever. Those that are later are found all the same. */
const SOON = 1_000;
/** With so many entries, workers find some at each look. */
const ENOUGH = 1_000;

/**
 * Lets workers look after exactly the commits that may have brought them work. It is only a hint, shared by all gateways
 * of a process: workers find every entry without it, but later.
 */
export function createArrivals(): Arrivals {
  const workers = new Set<Map<string, number>>();
  return {
    announce(entry) {
      const until = performance.now() + SOON;
      for (const expected of workers) if (expected.size < ENOUGH) expected.set(entry, until);
    },
    expect() {
      const expected = new Map<string, number>();
      workers.add(expected);
      return {
        any() {
          const now = performance.now();
          for (const [entry, until] of expected) {
            if (until > now) return true;
            expected.delete(entry);
          }
          return false;
        },
        claimed: (entry) => void expected.delete(entry),
        end: () => void workers.delete(expected),
      };
    },
  };
}
