import { gatewayErrors } from "@postern/core";
import type { Drainable } from "@postern/kit/checks";

/** What stays open for a client: streams of changes, and calls that wait for events. */
export interface Drain extends Drainable {
  /** Aborts when the gateway is drained. Throws 503 if it already is. */
  signal(): AbortSignal;
}

export function createDrain(): Drain {
  let ends = new AbortController();
  return {
    signal() {
      if (ends.signal.aborted)
        throw gatewayErrors.Unavailable({ reason: "This gateway is drained. Connect to another gateway." });
      return ends.signal;
    },
    drain(isWanted) {
      if (isWanted) ends.abort();
      else if (ends.signal.aborted) ends = new AbortController();
    },
  };
}
