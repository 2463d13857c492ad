import { setImmediate as turn } from "node:timers/promises";

type Work<T> = (signal: AbortSignal) => Promise<T>;

interface Run<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
  /** Resolves when the last waiting caller has been answered. */
  lastAnswered: Promise<unknown>;
}

interface Runs<T> {
  /** Runs that have not started, by key. */
  readonly next: Map<string, Run<T>>;
  /** The end of the newest run, by key. */
  readonly over: Map<string, Promise<void>>;
}

/** Runs `work`, or joins the next run of the same key. Rejects when `signal` aborts. */
export type SharedRuns<T> = (key: string, work: Work<T>, signal?: AbortSignal) => Promise<T>;

/**
 * Shares work between callers that request the same key at the same time. Each caller gets a run that started after its
 * request, so it sees everything done before; runs of one key are sequential. A run is aborted when all its callers
 * have left. Keep it in the state of a plugin.
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
  const run: Run<T> = { result, stop, waiting: 0, lastAnswered: end };
  next.set(key, run);
  over.set(key, end);
  void end.then(() => {
    if (over.get(key) === end) over.delete(key);
  });
  return run;
}

function joined<T>({ next }: Runs<T>, key: string, run: Run<T>, signal: AbortSignal | undefined): Promise<T> {
  run.waiting++;
  // Each caller continues in its own turn: all of them at once would block the event loop.
  run.lastAnswered = run.lastAnswered.then(() => turn());
  const result = run.lastAnswered.then(() => run.result);
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
