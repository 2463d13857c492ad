import type { Logger } from "../define/log.ts";
import { endOutage, logFailure } from "./outage.ts";
import { elapsedBy, sleepBy } from "./test-clock.ts";

/** What a loop does, and how often. */
export interface LoopSetting {
  readonly name: string;
  readonly log: Logger;
  /**
   * Does what is due and returns the milliseconds until there is more to do: 0 for immediately, nothing to wait for
   * `wake`. Errors are logged, and it runs again after a growing delay.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a step that only waits for the next wake returns nothing
  step(signal: AbortSignal): Promise<number | undefined | void>;
  /** Minimum time from the start of a step to a next one requested by `wake`, in milliseconds; 20 by default. */
  readonly shortest?: number;
  /** Maximum delay after a failure, in milliseconds; 5,000 by default. */
  readonly longestRetry?: number;
  /**
   * The gateway's clock, `host.now`, if the steps do what is due by it: `advance` of `testGateway` then wakes the loop and
   * waits for its steps. Without it, as for a connection, it sleeps in real time.
   */
  readonly now?: () => number;
}

/** Background work that runs repeatedly. Each step starts in its own turn of the event loop. */
export interface Loop {
  /** Requests a step within `delay` milliseconds; during a step, another one after it. */
  wake(delay?: number): void;
  /** Whether `wake` was called since the current step started. */
  isWoken(): boolean;
  /** Aborts the signal of the running step, and resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Longest sleep of work that commits wake, in milliseconds: after it, a commit that was not reported is noticed. Work that
 * waits for a time must look at the clock more often.
 */
export const IDLE_SLEEP = 15_000;
const SHORTEST = 20;
const FIRST_RETRY = 250;
const MAX_RETRY = 5_000;
/** Consecutive steps for longer than this make room for other work, in milliseconds. */
const BUSY = 1_000;
/** A loop that is busy for longer than this is reported, in milliseconds. */
const RESTLESS = 60_000;
const MAX_TIMER = 2 ** 31 - 1;
/**
 * Sleeps of at least this length end at its multiples, up to so many milliseconds early, so that idle loops wake
 * together: their reads are then one request to the store's server.
 */
const GRID = 500;
/** A loop that sleeps for less only pauses between two steps. */
const PAUSE = 25;

/**
 * Runs background work: one step at a time, with a turn of the event loop between steps, so that timers and requests
 * are served however often a step requests another. A loop that never rests gets at most four fifths of the time and is
 * reported once a minute.
 */
export function createLoop({
  name,
  log,
  step,
  shortest = SHORTEST,
  longestRetry = MAX_RETRY,
  now: clock,
}: LoopSetting): Loop {
  const elapsed = elapsedBy(clock);
  const ended = new AbortController();
  const { signal } = ended;
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  let working: Promise<void> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let notBefore = 0;
  let failures = 0;
  let busySince: number | undefined;
  let reportedAt = 0;

  function schedule(delay: number, earliest = notBefore): void {
    if (signal.aborted) return;
    const wanted = elapsed() + delay;
    const at = Math.max(delay < GRID ? wanted : Math.floor(wanted / GRID) * GRID, earliest);
    if (at >= dueAt) return;
    dueAt = at;
    if (!working) arm();
  }

  function arm(): void {
    disarm();
    if (signal.aborted || dueAt === Number.POSITIVE_INFINITY) return;
    const delay = dueAt - elapsed();
    // A timer takes a millisecond at least.
    if (delay <= 0) turn = setImmediate(begin).unref();
    else timer = setTimeout(begin, Math.min(MAX_TIMER, delay)).unref();
  }

  function disarm(): void {
    clearTimeout(timer);
    clearImmediate(turn);
  }

  function begin(): void {
    const now = elapsed();
    // A timer fires early if the delay exceeds its limit, and also by fractions of a millisecond.
    if (dueAt - now >= 1) {
      arm();
      return;
    }
    dueAt = Number.POSITIVE_INFINITY;
    notBefore = now + shortest;
    working = run(performance.now()).finally(() => {
      working = undefined;
      arm();
    });
  }

  async function run(began: number): Promise<void> {
    try {
      const next = await step(signal);
      if (failures > 0) endOutage(log);
      failures = 0;
      const now = elapsed();
      const rest = restAfter(began, performance.now(), next === 0 || dueAt - now < 1);
      if (rest > 0) {
        dueAt = Math.max(dueAt, now + rest);
        notBefore = Math.max(notBefore, now + rest);
      }
      if (typeof next === "number") schedule(next, now + rest);
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      const delay = Math.min(longestRetry, FIRST_RETRY * 2 ** Math.min(failures, 16));
      logFailure(log, error, { loop: name, retryInMs: delay }, "Background work failed and will be retried");
      dueAt = Number.POSITIVE_INFINITY;
      notBefore = elapsed() + delay;
      schedule(delay);
    }
  }

  /** How long to yield after a step, in milliseconds: 0 unless the loop has been busy for a while. */
  function restAfter(began: number, now: number, isBusy: boolean): number {
    if (!isBusy) busySince = undefined;
    else busySince ??= began;
    if (busySince === undefined || now - busySince < BUSY) return 0;
    if (now - busySince > RESTLESS && now - reportedAt > RESTLESS) {
      reportedAt = now;
      log.warn({ loop: name, busyMs: Math.round(now - busySince) }, "Background work has not paused for a minute");
    }
    return Math.max(1, (now - began) / 4);
  }

  const leave = sleepBy(clock, {
    name,
    // A step that is running may have looked at the clock already.
    onAdvance: () => (working ? schedule(0) : arm()),
    isBusy: () => working !== undefined || dueAt - elapsed() < PAUSE,
  });

  return {
    wake: (delay = 0) => schedule(delay),
    isWoken: () => dueAt !== Number.POSITIVE_INFINITY,
    async stop() {
      ended.abort(new Error("The gateway is stopping"));
      leave();
      disarm();
      await working;
    },
  };
}

/** Background work that runs every `interval` milliseconds, first after one of them. */
export function createInterval(
  interval: number,
  { work, ...setting }: Pick<LoopSetting, "name" | "log" | "now"> & { work(signal: AbortSignal): Promise<unknown> },
): Loop {
  const loop = createLoop({ ...setting, step: (signal) => work(signal).then(() => interval) });
  loop.wake(interval);
  return loop;
}
