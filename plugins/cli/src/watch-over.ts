import type { Logger } from "@postern/core";

const LOOK = 200;
/** Nobody is answered while the event loop is held up: so long, in milliseconds, is worth a word. */
const TOO_LONG = 500;

/**
 * Tells what plugins do to the process that no call of theirs would tell: work that holds everybody up, and a failure
 * that nobody waited for, which is no reason to end a gateway that others use. Answers what ends it.
 */
export function watchOver(log: Logger): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const late = Math.round(now - last - LOOK);
    last = now;
    if (late > TOO_LONG) log.warn({ milliseconds: late }, "The event loop was held up: nobody was answered meanwhile");
  }, LOOK);
  timer.unref();
  const told = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error({ error: text }, "Something failed that nobody waited for");
  };
  process.on("unhandledRejection", told);
  return () => {
    clearInterval(timer);
    process.off("unhandledRejection", told);
  };
}
