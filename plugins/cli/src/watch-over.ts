import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Logger } from "@postern/core";

const LOOK = 1_000;
/** Nobody is answered while the event loop is held up: so long, in milliseconds, is worth a word. */
const TOO_LONG = 500;

/**
 * Tells what plugins do to the process that no call of theirs would tell: work that holds everybody up, and a failure
 * that nobody waited for, which is no reason to end a gateway that others use. Answers what ends it.
 */
export function watchOver(log: Logger): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const timer = setInterval(() => {
    const longest = Math.round(delay.max / 1e6);
    delay.reset();
    if (longest > TOO_LONG)
      log.warn({ milliseconds: longest }, "The event loop was held up: nobody was answered meanwhile");
  }, LOOK);
  timer.unref();
  const told = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error({ error: text }, "Something failed that nobody waited for");
  };
  process.on("unhandledRejection", told);
  return () => {
    clearInterval(timer);
    delay.disable();
    process.off("unhandledRejection", told);
  };
}
