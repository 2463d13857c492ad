import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { takeSlot } from "./slots.ts";

const require = createRequire(import.meta.url);

/** Memory limit of a thread, in MiB. Exceeding it ends the thread, not the gateway. */
const MEMORY_LIMIT = 768;
/** Milliseconds to wait for a message of a thread. */
const TIMEOUT = 90_000;

/*
 * The programs of the two kinds of threads, as text so that they need no files. Both transfer rows in portions on
 * request, so that messages do not pile up.
 */
const READ = `
const { parentPort, workerData } = require("node:worker_threads");
const { readSheet } = require(workerData.library);
readSheet(workerData.file, 1, { trim: false }).then(
  (rows) => {
    let at = 0;
    parentPort.on("message", ({ most }) => {
      parentPort.postMessage({ rows: rows.slice(at, at + most), first: at });
      at += most;
    });
    parentPort.postMessage({ ready: true });
  },
  (error) => parentPort.postMessage({ refused: String(error.code ?? error.name) }),
);`;
const WRITE = `
const { parentPort, workerData } = require("node:worker_threads");
const write = require(workerData.library);
const rows = [];
parentPort.on("message", async (message) => {
  if (message.rows) {
    for (const row of message.rows) rows.push(row.map((value) => value instanceof Date ? { value, type: Date, format: value.getTime() % 86400000 === 0 ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mm:ss" } : value));
    return parentPort.postMessage({ taken: true });
  }
  rows[0] = rows[0].map((value) => ({ value, type: String, fontWeight: "bold" }));
  const bytes = new Uint8Array(await (write.default ?? write)(rows, { stickyRowsCount: 1 }).toBuffer());
  parentPort.postMessage({ bytes }, [bytes.buffer]);
});`;

const TASKS = {
  read: { code: READ, library: () => require.resolve("read-excel-file/universal") },
  write: { code: WRITE, library: () => require.resolve("write-excel-file/node") },
};

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
export async function startThread(task: keyof typeof TASKS, signal: AbortSignal, file?: ArrayBuffer): Promise<Thread> {
  const release = await takeSlot(signal);
  const { code, library } = TASKS[task];
  const worker = new Worker(code, {
    eval: true,
    workerData: { library: library(), file },
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
