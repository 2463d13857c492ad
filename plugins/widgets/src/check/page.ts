import { Worker } from "node:worker_threads";
import type { PageReport } from "./page-thread.ts";

const THREAD = new URL("./check/page-thread.js", import.meta.url);
/** Milliseconds until the check of a page is canceled: a page can be written so that its check never ends. */
const TIMEOUT = 15_000;
/** Milliseconds until an idle thread is ended. */
const IDLE = 30_000;

type Answer = { id: number; report?: PageReport; fault?: string };

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let count = 0;
/** Pages are checked one after the other, in one thread. */
let queue: Promise<unknown> = Promise.resolve();

/** Checks a page. Undefined if the check takes too long. */
export function checkPage(text: string): Promise<PageReport | undefined> {
  const found = queue.then(() => ask(text)).catch(() => undefined);
  queue = found;
  return found;
}

function ask(text: string): Promise<PageReport | undefined> {
  const worker = startThread();
  const id = ++count;
  clearTimeout(idle);
  // A working thread keeps the process alive; an idle one does not.
  worker.ref();
  return new Promise<PageReport | undefined>((resolve) => {
    const finish = (report?: PageReport) => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", fail).off("exit", fail);
      worker.unref();
      resolve(report);
    };
    const fail = () => {
      end(worker);
      finish();
    };
    const onMessage = ({ id: answered, report }: Answer) => {
      if (answered !== id) return;
      idle = setTimeout(end, IDLE, worker);
      idle.unref();
      finish(report);
    };
    const timer = setTimeout(fail, TIMEOUT);
    worker.on("message", onMessage).on("error", fail).on("exit", fail);
    worker.postMessage({ id, text });
  });
}

function end(worker: Worker): void {
  if (thread === worker) thread = undefined;
  void worker.terminate();
}

function startThread(): Worker {
  if (thread) return thread;
  const worker = new Worker(THREAD, {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: [],
    env: {},
  });
  worker.on("error", () => {});
  thread = worker;
  return worker;
}
