import { Worker } from "node:worker_threads";
import { type Batch, StoreUnavailable, type Version } from "@postern/core/storage";
import { fromFailure } from "./failure.ts";
import type { LmdbOptions } from "./folder.ts";
import { createTurn, halt, lastBegun, type Turn } from "./turn.ts";
import { flatten } from "./wire.ts";
import type { Answer, Order, Start } from "./writer.ts";

type Answers = (Version | false)[];

export interface Writer {
  commit(batches: readonly Batch[]): Promise<Answers>;
  /** Ends the thread after the commits that were asked for. */
  stop(): Promise<void>;
}

interface Waiting {
  resolve(answers: Answers): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** Starts the thread of the write transactions. `lost` is called when it has ended unasked. */
export function startWriter(options: LmdbOptions, { lost }: { lost(): void }): Writer {
  const { path, timeout = 30_000 } = options;
  const turn = createTurn();
  const waiting = new Map<number, Waiting>();
  let groups = 0;
  let failure: Error | undefined;
  let stopping = false;

  const worker = new Worker(new URL("./writer.js", import.meta.url), {
    name: "postern-lmdb",
    workerData: { options, turn } satisfies Start,
    // Loaders and hooks of the main thread are none of its business.
    execArgv: [],
    // A thread that runs out of heap stops inside its transaction, and hangs (see turn.ts): leave it to the system.
    resourceLimits: { maxOldGenerationSizeMb: 16_384 },
  });
  // It keeps the process alive only while somebody waits.
  worker.unref();
  watch(turn);

  const ended = new Promise<void>((resolve) => {
    worker.on("error", (error) => {
      failure = error;
    });
    worker.on("exit", () => {
      unwatch(turn);
      if (!stopping) lost();
      for (const group of waiting.keys()) settle(group)?.reject(gone(group));
      resolve();
    });
  });

  worker.on("message", (message: Answer) => {
    const one = settle(message.group);
    if ("answers" in message) return one?.resolve(message.answers);
    if (message.failure.fatal) send(null);
    one?.reject(fromFailure(message.failure));
  });

  function settle(group: number): Waiting | undefined {
    const one = waiting.get(group);
    waiting.delete(group);
    clearTimeout(one?.timer);
    // Once it is told to end, the process waits for it: an answer that comes meanwhile changes nothing of that.
    if (waiting.size === 0 && !stopping) worker.unref();
    return one;
  }

  function gone(group: number): StoreUnavailable {
    const message = `The thread that writes ${path} has ended: ${failure?.message ?? "it was stopped"}`;
    return new StoreUnavailable("failed", message, { cause: failure, outcomeUnknown: group <= lastBegun(turn) });
  }

  function giveUp(group: number): void {
    const message = `A commit to ${path} was not done within ${timeout} ms`;
    settle(group)?.reject(new StoreUnavailable("timeout", message, { outcomeUnknown: true }));
  }

  function commit(batches: readonly Batch[]): Promise<Answers> {
    return new Promise((resolve, reject) => {
      const group = ++groups;
      send({ group, batches: flatten(batches) });
      if (waiting.size === 0) worker.ref();
      waiting.set(group, { resolve, reject, timer: setTimeout(giveUp, timeout, group) });
    });
  }

  const send = (order: Order): void => worker.postMessage(order);

  function stop(): Promise<void> {
    stopping = true;
    worker.ref();
    send(null);
    return ended;
  }

  return { commit, stop };
}

const running = new Set<Turn>();

const haltAll = (): void => running.forEach(halt);

/** One listener for all stores of the process, and none once they are closed. */
function watch(turn: Turn): void {
  if (running.size === 0) process.on("exit", haltAll);
  running.add(turn);
}

function unwatch(turn: Turn): void {
  running.delete(turn);
  if (running.size === 0) process.off("exit", haltAll);
}
