import { Worker } from "node:worker_threads";
import { type Batch, beforeWriting, nothingWritten, type Version } from "../storage/index.ts";
import { type Portion, portionsOf } from "./portions.ts";
import { type Flat, flatten } from "./wire.ts";

type Answers = (Version | false)[];

/** A portion of a group to commit, the end of a group that is not sent whole, or null to stop. Groups start at 1. */
export type Order = { group: number; batches: Flat; more: Portion["more"] } | { group: number; batches: null } | null;

/** What the thread answers. `F` is an error in a form that can be sent. */
export type Answer<F> = { group: number; answers: Answers } | { group: number; failure: F };

/** A thread that writes a driver's commits. */
export interface CommitThread {
  /** Writes a group. */
  commit(batches: readonly Batch[]): Promise<Answers>;
  /** Ends the thread after the pending commits. */
  stop(): Promise<void>;
}

/** How the thread of a driver is started. */
export interface CommitThreadOptions<F> {
  readonly file: URL;
  readonly name: string;
  readonly workerData: unknown;
  /** In MiB. */
  readonly maxHeap?: number;
  /** How long a group may take, in milliseconds, and the error of one that takes longer. */
  readonly limit?: { readonly ms: number; error(): Error };
  fromFailure(failure: F): Error;
  /** Whether the thread must end after this failure. */
  isFatal?(failure: F): boolean;
  /** The error of a group that the thread did not answer before it ended. */
  endedError(group: number, cause: Error | undefined): Error;
  /** Called when it has ended. */
  onEnd(isExpected: boolean): void;
  /** Called with other messages of the thread. */
  onMessage?(message: unknown): void;
}

interface Waiting {
  resolve(answers: Answers): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | undefined;
}

/** Starts a thread that commits groups, so that a busy process and a transaction do not delay each other. */
export function startCommitThread<F>(options: CommitThreadOptions<F>): CommitThread {
  const { file, name, workerData, maxHeap, limit } = options;
  const waiting = new Map<number, Waiting>();
  /** Groups of which a part is not sent yet. */
  const unsent = new Map<number, Generator<Portion, Portion>>();
  let groups = 0;
  let failure: Error | undefined;
  let stopping = false;

  const worker = new Worker(file, {
    name,
    workerData,
    // Do not inherit loaders and hooks of the main thread.
    execArgv: [],
    ...(maxHeap !== undefined && { resourceLimits: { maxOldGenerationSizeMb: maxHeap } }),
  });
  // It keeps the process alive only while commits are pending.
  worker.unref();

  const ended = new Promise<void>((resolve) => {
    worker.on("error", (error) => {
      failure = error as Error;
    });
    worker.on("exit", () => {
      options.onEnd(stopping);
      for (const group of waiting.keys()) remove(group)?.reject(options.endedError(group, failure));
      resolve();
    });
  });

  worker.on("message", (message: Answer<F>) => {
    if (!("group" in message)) return options.onMessage?.(message);
    const pending = remove(message.group);
    if ("answers" in message) return pending?.resolve(message.answers);
    if (options.isFatal?.(message.failure)) send(null);
    pending?.reject(options.fromFailure(message.failure));
  });

  function remove(group: number): Waiting | undefined {
    const pending = waiting.get(group);
    waiting.delete(group);
    clearTimeout(pending?.timer);
    // While stopping, the process waits for the thread to end.
    if (waiting.size === 0 && !stopping) worker.unref();
    return pending;
  }

  function commit(batches: readonly Batch[]): Promise<Answers> {
    return new Promise((resolve, reject) => {
      const group = ++groups;
      beforeWriting(() => sendNext(group, portionsOf(batches)));
      if (waiting.size === 0) worker.ref();
      const timer = limit && setTimeout(() => remove(group)?.reject(limit.error()), limit.ms);
      waiting.set(group, { resolve, reject, timer });
    });
  }

  /** Other work gets a turn between two messages of a group, unless the store is closing. */
  function sendNext(group: number, portions: Generator<Portion, Portion>): void {
    const { batches, more } = portions.next().value;
    const flat = flatten(batches);
    send({ group, batches: flat, more }, [flat.values.buffer as ArrayBuffer]);
    if (more === undefined) return void unsent.delete(group);
    unsent.set(group, portions);
    setImmediate(() => unsent.has(group) && sendLater(group, portions));
  }

  function sendLater(group: number, portions: Generator<Portion, Portion>): void {
    try {
      sendNext(group, portions);
    } catch (error) {
      unsent.delete(group);
      send({ group, batches: null });
      remove(group)?.reject(nothingWritten(error));
    }
  }

  const send = (order: Order, moved: ArrayBuffer[] = []): void => worker.postMessage(order, moved);

  function stop(): Promise<void> {
    stopping = true;
    worker.ref();
    for (const [group, portions] of unsent) while (unsent.has(group)) sendLater(group, portions);
    send(null);
    return ended;
  }

  return { commit, stop };
}
