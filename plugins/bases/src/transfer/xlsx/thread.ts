import { Worker } from "node:worker_threads";
import { takeSlot } from "./slots.ts";

/** Memory limit of a thread, in MiB. Exceeding it ends the thread, not the gateway. */
const MEMORY_LIMIT = 768;
/** Milliseconds to wait for a message of a thread. */
const TIMEOUT = 90_000;

/** The built files, also when running from the sources: Node 20 cannot run TypeScript. */
const FOLDER = new URL(
  import.meta.url.endsWith(".ts") ? "../../../dist/transfer/xlsx/" : "./transfer/xlsx/",
  import.meta.url,
);

/** The thread has ended: it needed too much memory or time, or failed. */
export class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
}

export interface Thread {
  /** Sends a message, if given, and waits for the next answer. */
  ask<T>(message?: unknown): Promise<T>;
  end(): Promise<unknown>;
}

/** Starts a thread that reads or writes a spreadsheet, within limits of memory and time. */
export async function startThread(task: "read" | "write", signal: AbortSignal, file?: ArrayBuffer): Promise<Thread> {
  const release = await takeSlot(signal);
  const worker = new Worker(new URL(`${task}-thread.js`, FOLDER), {
    workerData: { file },
    transferList: file ? [file] : [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT, maxYoungGenerationSizeMb: 64 },
    stdout: true,
    stderr: true,
  });
  let ended: Error | undefined;
  const waiting = new Set<(error: Error) => void>();
  const end = (error: Error) => {
    ended ??= error;
    for (const fail of waiting) fail(ended);
    return worker.terminate();
  };
  const aborted = () => void end(signal.reason as Error);
  signal.addEventListener("abort", aborted, { once: true });
  worker.on("error", (cause) => void end(new ThreadEnded("The thread failed", { cause })));
  worker.on("exit", () => {
    // The slot is released after the thread's memory.
    release();
    void end(new ThreadEnded("The thread has ended"));
  });
  return {
    async ask<T>(message?: unknown): Promise<T> {
      signal.throwIfAborted();
      if (ended) throw ended;
      const timer = setTimeout(() => void end(new ThreadEnded("The thread timed out")), TIMEOUT);
      let fail = (_error: Error) => {};
      try {
        return await new Promise<T>((resolve, reject) => {
          fail = reject;
          waiting.add(fail);
          worker.once("message", resolve);
          if (message !== undefined) worker.postMessage(message);
        });
      } finally {
        clearTimeout(timer);
        waiting.delete(fail);
      }
    },
    end() {
      signal.removeEventListener("abort", aborted);
      return end(new ThreadEnded("The thread has finished"));
    },
  };
}
