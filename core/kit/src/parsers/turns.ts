import { gatewayErrors } from "@postern/core";

/** Files parsed at a time in this process: each may use hundreds of megabytes. */
const MAX_RUNNING = 3;
/** Files of one caller parsed at a time, so that one caller does not keep all others waiting. */
const MAX_RUNNING_EACH = 2;
/** Files that wait, in all and of one caller. */
const MAX_WAITING = 50;
const MAX_WAITING_EACH = 10;

interface Waiting {
  readonly caller: string;
  start(): void;
}

const running: string[] = [];
const waiting: Waiting[] = [];

const countOf = (callers: readonly string[], caller: string): number => callers.filter((one) => one === caller).length;

/**
 * Waits until a file of this caller can be parsed, and returns the function that ends its turn. Throws a 503 error if too
 * many files wait already.
 */
export async function takeTurn(caller: string, signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted();
  const own = countOf(
    waiting.map((one) => one.caller),
    caller,
  );
  if (isFree(caller)) running.push(caller);
  else if (own >= MAX_WAITING_EACH) throw tooMany(`${own} of your files are`);
  else if (waiting.length >= MAX_WAITING) throw tooMany(`${MAX_WAITING} files are`);
  else await waitForTurn(caller, signal);
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    running.splice(running.indexOf(caller), 1);
    startNext();
  };
}

const isFree = (caller: string): boolean => running.length < MAX_RUNNING && countOf(running, caller) < MAX_RUNNING_EACH;

function startNext(): void {
  const at = waiting.findIndex(({ caller }) => isFree(caller));
  const [next] = at < 0 ? [] : waiting.splice(at, 1);
  next?.start();
}

function waitForTurn(caller: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(entry), 1);
      reject(signal.reason as Error);
    };
    const entry: Waiting = {
      caller,
      start() {
        signal.removeEventListener("abort", leave);
        running.push(caller);
        resolve();
      },
    };
    signal.addEventListener("abort", leave, { once: true });
    waiting.push(entry);
  });
}

const tooMany = (what: string) =>
  gatewayErrors.Unavailable({ reason: `${what} already waiting to be read. Try again later.` });
