import type { Version } from "../storage/index.ts";

/** Calls the listeners of `onCommit`. One that throws fails neither the commit, which has happened, nor the others. */
export function notifyAll(listeners: Iterable<(number: Version) => void>, number: Version): void {
  for (const listener of listeners) {
    try {
      listener(number);
    } catch {}
  }
}
