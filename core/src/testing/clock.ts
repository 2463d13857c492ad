import { setTimeout as pause } from "node:timers/promises";
import { isTestClock, type Sleeper, type TestClock } from "../background/test-clock.ts";

/** How far `advance` waits for work. */
export interface AdvanceOptions {
  /** False only moves the clock, while work is running that the test itself keeps waiting. Default: true. */
  readonly wait?: boolean;
}

/** Sets the clock of a test gateway ahead and waits until due work is done. */
export type Advance = (ms: number, options?: AdvanceOptions) => Promise<void>;

/** How long due work may take, in milliseconds of real time: only what hangs takes so long. */
const LIMIT = 60_000;
/** After so many looks in a row that find no work, nothing follows from the work before. */
const LOOKS = 3;

/** A clock that is as much ahead of `base` as it was advanced. A clock that can be advanced already is used itself. */
export function createTestClock(base: () => number): { readonly now: TestClock; readonly advance: Advance } {
  const now = isTestClock(base) ? base : advancing(base);
  return {
    now,
    async advance(ms, { wait = true } = {}) {
      if (!(ms >= 0 && ms < Number.POSITIVE_INFINITY))
        throw new RangeError(`A clock advances by a number of milliseconds from 0; got ${ms}`);
      if (wait) await settled(now.sleepers);
      now.add(ms);
      for (const sleeper of [...now.sleepers]) sleeper.onAdvance();
      if (wait) await settled(now.sleepers);
    },
  };
}

function advancing(base: () => number): TestClock {
  let ahead = 0;
  return Object.assign(() => base() + ahead, {
    elapsed: () => performance.now() + ahead,
    add(ms: number) {
      ahead += ms;
    },
    sleepers: new Set<Sleeper>(),
  });
}

/** Resolves when nobody works. What a commit causes begins in the next turns of the event loop. */
async function settled(sleepers: ReadonlySet<Sleeper>): Promise<void> {
  const until = performance.now() + LIMIT;
  for (let quiet = 0; quiet < LOOKS; ) {
    await pause(1);
    const busy = [...sleepers].filter((sleeper) => sleeper.isBusy()).map(({ name }) => name);
    quiet = busy.length === 0 ? quiet + 1 : 0;
    if (busy.length > 0 && performance.now() > until)
      throw new Error(
        `Background work did not end within ${LIMIT / 1_000} seconds: ${[...new Set(busy)].join(", ")}. If it waits for the test, pass { wait: false }`,
      );
  }
}
