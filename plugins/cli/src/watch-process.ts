import type { Logger } from "@postern/core";

const INTERVAL = 200;
/** Longer blocks of the event loop, in milliseconds, are logged: no request is answered meanwhile. */
const TOO_LONG = 500;

/** Logs work of plugins that blocks the event loop of a gateway that listens. Returns the function that stops it. */
export function watchEventLoop(log: Logger): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const late = Math.round(now - last - INTERVAL);
    last = now;
    if (late > TOO_LONG)
      log.warn({ milliseconds: late }, "The event loop was blocked. No request was answered in this time.");
  }, INTERVAL);
  timer.unref();
  return () => clearInterval(timer);
}

/** Logs unhandled rejections, which must not end the gateway. Returns the function that stops it. */
export function logRejections(log: Logger): () => void {
  const report = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error({ error: text }, "Unhandled promise rejection");
  };
  process.on("unhandledRejection", report);
  return () => void process.off("unhandledRejection", report);
}
