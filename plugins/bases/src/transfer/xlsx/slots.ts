import { gatewayErrors } from "@postern/core";

/** Threads at a time in this process, whoever asks: each may take hundreds of megabytes. Imports in the background take two. */
const MOST = 3;
/** Callers that wait for one. */
const MOST_WAITING = 50;

let free = MOST;
const waiting: (() => void)[] = [];

/** Waits until a thread may start; answers what lets the next one start. 503 where too many wait already. */
export async function takeSlot(signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted();
  if (free > 0) free--;
  else if (waiting.length >= MOST_WAITING)
    throw gatewayErrors.Unavailable({ reason: `${MOST_WAITING} spreadsheets wait to be read or written; try again` });
  else await turnOf(signal);
  let isTaken = true;
  return () => {
    if (!isTaken) return;
    isTaken = false;
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
}

function turnOf(signal: AbortSignal): Promise<void> {
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
