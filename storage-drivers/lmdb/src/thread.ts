import { Worker } from "node:worker_threads";
import { type Batch, StoreUnavailable, type Version } from "@postern/core/storage";
import { fromFailure } from "./failure.ts";
import type { LmdbOptions } from "./folder.ts";
import { type Portion, portionsOf } from "./portions.ts";
import { flatten } from "./wire.ts";
import type { Answer, Order, Start } from "./writer.ts";
import { createWriterState, halt, lastBegun, type WriterState } from "./writer-state.ts";

type Answers = (Version | false)[];

export interface Writer {
  commit(batches: readonly Batch[]): Promise<Answers>;
  /** Ends the thread after the pending commits. */
  stop(): Promise<void>;
}

interface Waiting {
  resolve(answers: Answers): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Starts the writer thread. `lost` is called if it ends unexpectedly. */
export function startWriter(options: LmdbOptions, { lost }: { lost(): void }): Writer {
  const { path, timeout = 30_000 } = options;
  const state = createWriterState();
  const waiting = new Map<number, Waiting>();
  /** Groups of which a part is not sent yet. */
  const unsent = new Map<number, Generator<Portion, Portion>>();
  let groups = 0;
  let failure: Error | undefined;
  let stopping = false;

  const worker = new Worker(new URL("./writer.js", import.meta.url), {
    name: "postern-lmdb",
    workerData: { options, state } satisfies Start,
    // Do not inherit loaders and hooks of the main thread.
    execArgv: [],
    // A thread that reaches its heap limit stops inside its transaction and hangs (see writer-state.ts), so the limit
    // is high.
    resourceLimits: { maxOldGenerationSizeMb: 16_384 },
  });
  // It keeps the process alive only while commits are pending.
  worker.unref();
  watch(state);

  const ended = new Promise<void>((resolve) => {
    worker.on("error", (error) => {
      failure = error;
    });
    worker.on("exit", () => {
      unwatch(state);
      if (!stopping) lost();
      for (const group of waiting.keys()) remove(group)?.reject(endedError(group));
      resolve();
    });
  });

  worker.on("message", (message: Answer) => {
    const pending = remove(message.group);
    if ("answers" in message) return pending?.resolve(message.answers);
    if (message.failure.fatal) send(null);
    pending?.reject(fromFailure(message.failure));
  });

  function remove(group: number): Waiting | undefined {
    const pending = waiting.get(group);
    waiting.delete(group);
    clearTimeout(pending?.timer);
    // While stopping, the process waits for the thread to end.
    if (waiting.size === 0 && !stopping) worker.unref();
    return pending;
  }

  function endedError(group: number): StoreUnavailable {
    const message = `The writer thread of ${path} has ended: ${failure?.message ?? "it was stopped"}`;
    return new StoreUnavailable("failed", message, { cause: failure, outcomeUnknown: group <= lastBegun(state) });
  }

  function timeOut(group: number): void {
    const message = `A commit to ${path} did not complete within ${timeout} ms`;
    remove(group)?.reject(new StoreUnavailable("timeout", message, { outcomeUnknown: true }));
  }

  function commit(batches: readonly Batch[]): Promise<Answers> {
    return new Promise((resolve, reject) => {
      const group = ++groups;
      sendNext(group, portionsOf(batches));
      if (waiting.size === 0) worker.ref();
      waiting.set(group, { resolve, reject, timer: setTimeout(timeOut, timeout, group) });
    });
  }

  /** Other work gets a turn between two messages of a group, unless the store is closing. */
  function sendNext(group: number, portions: Generator<Portion, Portion>): void {
    const { batches, more } = portions.next().value;
    const flat = flatten(batches);
    send({ group, batches: flat, more }, [flat.values.buffer as ArrayBuffer]);
    if (more === undefined) return void unsent.delete(group);
    unsent.set(group, portions);
    setImmediate(() => unsent.has(group) && sendNext(group, portions));
  }

  const send = (order: Order, moved: ArrayBuffer[] = []): void => worker.postMessage(order, moved);

  function stop(): Promise<void> {
    stopping = true;
    worker.ref();
    for (const [group, portions] of unsent) while (unsent.has(group)) sendNext(group, portions);
    send(null);
    return ended;
  }

  return { commit, stop };
}

const running = new Set<WriterState>();

const haltAll = (): void => running.forEach(halt);

/** Registers a single exit listener for all open stores of the process. */
function watch(state: WriterState): void {
  if (running.size === 0) process.on("exit", haltAll);
  running.add(state);
}

function unwatch(state: WriterState): void {
  running.delete(state);
  if (running.size === 0) process.off("exit", haltAll);
}
