import { Unavailable } from "../define/errors.ts";
import type { Incoming } from "./incoming.ts";

/** Limit of the total size of bodies in progress, in bytes. A parsed body takes several times its size in memory. */
const MAX_COUNT = 256 * 2 ** 20;

/** The remaining memory for request bodies. */
export interface BodyBudget {
  /**
   * Reserves the size of a body and returns the function that releases it. Throws 503 before reading if too little is
   * left.
   */
  take(incoming: Incoming, limit: number): () => void;
}

export function createBodyBudget(most = MAX_COUNT): BodyBudget {
  let held = 0;
  return {
    take(incoming, limit) {
      const size = sizeOf(incoming, limit);
      // The only body in progress is always accepted: its operation limits its size.
      if (held > 0 && held + size > most)
        throw Unavailable({ reason: "Too many large bodies are in progress. Try again." });
      held += size;
      return () => {
        held -= size;
      };
    },
  };
}

/** The possible size of a body: its declared length, or the limit of the operation. */
function sizeOf(incoming: Incoming, limit: number): number {
  const declared = incoming.header("content-length");
  if (declared !== undefined) return Math.min(Number(declared) || 0, limit);
  return incoming.header("transfer-encoding") === undefined ? 0 : limit;
}
