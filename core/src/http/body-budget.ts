import { Unavailable } from "../define/errors.ts";
import type { Incoming } from "./incoming.ts";

/** Bytes of all bodies in work at a time. A parsed body takes several times its length in memory. */
const MOST = 256 * 2 ** 20;

/** How much of the memory for bodies is left. */
export interface BodyBudget {
  /** Sets aside what a body may take, and answers what gives it back; 503 before a byte is read where that is too much now. */
  take(incoming: Incoming, limit: number): () => void;
}

export function createBodyBudget(most = MOST): BodyBudget {
  let held = 0;
  return {
    take(incoming, limit) {
      const size = sizeOf(incoming, limit);
      // A body that is alone is let in whatever its size: its operation has a limit for it.
      if (held > 0 && held + size > most)
        throw Unavailable({ reason: "So many large bodies are in work that another has no room; try again" });
      held += size;
      return () => {
        held -= size;
      };
    },
  };
}

/** What the body may come to: its declared length; without one, all that the operation allows. */
function sizeOf(incoming: Incoming, limit: number): number {
  const declared = incoming.header("content-length");
  if (declared !== undefined) return Math.min(Number(declared) || 0, limit);
  return incoming.header("transfer-encoding") === undefined ? 0 : limit;
}
