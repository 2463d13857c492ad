import { gatewayErrors } from "@postern/core";

/** Threads at a time in this process: each may use hundreds of megabytes. Background imports use up to two of them. */
const MAX_THREADS = 3;
/** Maximum number of callers that wait for a thread. */
const MAX_WAITING = 50;

let free = MAX_THREADS;
const waiting: (() => void)[] = [];

/** Waits for a free slot and returns its release function. Throws a 503 error if too many callers wait already. */
export async function takeSlot(signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted();
  if (free > 0) free--;
  else if (waiting.length >= MAX_WAITING)
    throw gatewayErrors.Unavailable({
      reason: `${MAX_WAITING} spreadsheets are already waiting to be read or written. Try again later.`,
    });
  else await waitForTurn(signal);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
}

function waitForTurn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(start), 1);
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", leave, { once: true });
    waiting.push(start);
  });
}
