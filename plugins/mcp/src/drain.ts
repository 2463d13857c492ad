import { defineService, gatewayErrors } from "@postern/core";

/** What stays open for a client: streams of changes, and calls that wait for events. */
interface OpenRequests {
  /**
   * Ends all of them and refuses new ones, until called with false: clients connect again, through a balancer to another
   * gateway.
   */
  drain(isWanted: boolean): void;
}

export const openRequests = defineService<OpenRequests>("mcp.open-requests");

export interface Drain extends OpenRequests {
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
