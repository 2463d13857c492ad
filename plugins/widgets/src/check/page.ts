import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { lookAtPages, type PageReport } from "./page-work.ts";

const require = createRequire(import.meta.url);
const paths = { parse5: require.resolve("parse5"), validate: require.resolve("html-validate"), vm: "node:vm" };

/** Milliseconds until the check of a page is canceled: a page can be written so that its check never ends. */
const PATIENCE = 15_000;
/** Milliseconds until an idle thread is ended. */
const IDLE = 30_000;

type Answer = { id: number; report?: PageReport; fault?: string };

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let count = 0;
/** Pages are checked one after the other, in one thread. */
let line: Promise<unknown> = Promise.resolve();

/** Checks a page. Undefined if the check takes too long. */
export function lookAtPage(text: string): Promise<PageReport | undefined> {
  const found = line.then(() => ask(text)).catch(() => undefined);
  line = found;
  return found;
}

function ask(text: string): Promise<PageReport | undefined> {
  const worker = started();
  const id = ++count;
  clearTimeout(idle);
  // A working thread keeps the process alive; an idle one does not.
  worker.ref();
  return new Promise<PageReport | undefined>((resolve) => {
    const settle = (report?: PageReport) => {
      clearTimeout(late);
      worker.off("message", hear).off("error", giveUp).off("exit", giveUp);
      worker.unref();
      resolve(report);
    };
    const giveUp = () => {
      end(worker);
      settle();
    };
    const hear = ({ id: answered, report }: Answer) => {
      if (answered !== id) return;
      idle = setTimeout(end, IDLE, worker);
      idle.unref();
      settle(report);
    };
    const late = setTimeout(giveUp, PATIENCE);
    worker.on("message", hear).on("error", giveUp).on("exit", giveUp);
    worker.postMessage({ id, text });
  });
}

function end(worker: Worker): void {
  if (thread === worker) thread = undefined;
  void worker.terminate();
}

function started(): Worker {
  if (thread) return thread;
  const program = `(${lookAtPages})(require("node:worker_threads").parentPort, require, ${JSON.stringify(paths)})`;
  const worker = new Worker(program, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: [],
    env: {},
  });
  worker.on("error", () => {});
  thread = worker;
  return worker;
}
