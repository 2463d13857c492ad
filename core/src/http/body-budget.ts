import type { Caller } from "../define/caller.ts";
import { Unavailable } from "../define/errors.ts";
import type { Incoming } from "./incoming.ts";

/** Limit of the total size of bodies in progress, in bytes. A parsed body takes several times its size in memory. */
const MAX_COUNT = 256 * 2 ** 20;

/** The remaining memory for request bodies. */
export interface BodyBudget {
  /**
   * Reserves the size of a body and returns the function that releases it. Throws 503 before reading if too little is
   * left. A principal can take half of it, with however many keys, and a tenth is left for administrators.
   */
  take(incoming: Incoming, limit: number, caller: Pick<Caller, "principal" | "isAdmin">): () => void;
}

export function createBodyBudget(most = MAX_COUNT): BodyBudget {
  let held = 0;
  const shares = new Map<string, number>();

  function add(principal: string, size: number): void {
    held += size;
    const share = (shares.get(principal) ?? 0) + size;
    if (share > 0) shares.set(principal, share);
    else shares.delete(principal);
  }

  return {
    take(incoming, limit, { principal, isAdmin }) {
      const size = sizeOf(incoming, limit);
      if (size === 0) return () => {};
      const share = shares.get(principal) ?? 0;
      // The only body in progress is always accepted: its operation limits its size.
      const isFull = held > 0 && held + size > (isAdmin ? most : most * 0.9);
      if (isFull || (!isAdmin && share > 0 && share + size > most / 2))
        throw Unavailable({ reason: "Too many large bodies are in progress. Try again." });
      add(principal, size);
      return () => add(principal, -size);
    },
  };
}

/** The possible size of a body: its declared length, or the limit of the operation. */
function sizeOf(incoming: Incoming, limit: number): number {
  const declared = incoming.header("content-length");
  if (declared !== undefined) return Math.min(Number(declared) || 0, limit);
  return incoming.header("transfer-encoding") === undefined ? 0 : limit;
}
