import { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

const BEAT = 10;
/** A loop that is held for longer never comes back: the process ends, which fails its tests instead of the whole run. */
const GONE = 30_000;

const program = `
const { workerData: { beats, gone } } = require("node:worker_threads");
const [BEATS, MAX_LENGTH] = [0, 1];
let last = 0;
let since = Date.now();
for (;;) {
  Atomics.wait(beats, MAX_LENGTH + 1, 0, 5);
  const now = Date.now();
  const beat = Atomics.load(beats, BEATS);
  const held = now - since;
  if (held > Atomics.load(beats, MAX_LENGTH)) Atomics.store(beats, MAX_LENGTH, held);
  if (beat !== last) [last, since] = [beat, now];
  else if (held > gone) {
    require("node:fs").writeSync(2, "The event loop was held for " + held + " ms\\n");
    process.kill(process.pid, "SIGKILL");
  }
}`;

/** Watches this process's event loop from another thread; answers the longest time that it was held, in milliseconds. */
export function watchEventLoop(): () => number {
  const beats = new Int32Array(new SharedArrayBuffer(12));
  const timer = setInterval(() => Atomics.add(beats, 0, 1), BEAT);
  const worker = new Worker(program, { eval: true, workerData: { beats, gone: GONE } });
  onTestFinished(async () => {
    clearInterval(timer);
    await worker.terminate();
  });
  return () => Atomics.load(beats, 1);
}
