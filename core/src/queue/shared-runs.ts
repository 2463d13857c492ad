import { setImmediate as turn } from "node:timers/promises";

type Work<T> = (signal: AbortSignal) => Promise<T>;

interface Run<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
  /** When the last of those who wait is told. */
  told: Promise<unknown>;
}

interface Runs<T> {
  /** By key: runs that have not begun. */
  readonly next: Map<string, Run<T>>;
  /** By key: the end of the newest run. */
  readonly over: Map<string, Promise<void>>;
}

/** Runs `work`, or joins the next run of the same key. Rejects when `signal` aborts. */
export type SharedRuns<T> = (key: string, work: Work<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Work that callers who ask for the same at the same time share, by key. Each caller gets a run that began after it
 * asked, so it sees what was done before; runs of one key come one after another. A run is aborted when all who wait
 * for it have left. Keep it in a plugin's state.
 */
export function createSharedRuns<T>(): SharedRuns<T> {
  const runs: Runs<T> = { next: new Map(), over: new Map() };
  return (key, work, signal) => {
    signal?.throwIfAborted();
    return joined(runs, key, runs.next.get(key) ?? added(runs, key, work), signal);
  };
}

function added<T>({ next, over }: Runs<T>, key: string, work: Work<T>): Run<T> {
  const stop = new AbortController();
  const before = over.get(key);
  const result = (async () => {
    await before;
    // Requests that arrived together share a run.
    await turn();
    stop.signal.throwIfAborted();
    next.delete(key);
    return work(stop.signal);
  })();
  const end = result.then(
    () => {},
    () => {},
  );
  const run: Run<T> = { result, stop, waiting: 0, told: end };
  next.set(key, run);
  over.set(key, end);
  void end.then(() => {
    if (over.get(key) === end) over.delete(key);
  });
  return run;
}

function joined<T>({ next }: Runs<T>, key: string, run: Run<T>, signal: AbortSignal | undefined): Promise<T> {
  run.waiting++;
  // Each in a turn of its own: what all of them go on with would hold the event loop together.
  run.told = run.told.then(() => turn());
  const result = run.told.then(() => run.result);
  if (!signal) return result;
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason);
      if (--run.waiting > 0) return;
      if (next.get(key) === run) next.delete(key);
      run.stop.abort(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
