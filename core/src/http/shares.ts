import type { Caller } from "../define/caller.ts";
import { Unavailable } from "../define/errors.ts";

/** Something limited that principals share, such as memory for bodies or open streams. */
export interface Shares {
  /**
   * Takes an amount and returns the function that releases it. Throws 503 if too little is left. A principal can have half
   * of all, with however many keys, and a tenth is left for administrators. If there is nothing else, any amount is accepted.
   */
  take(amount: number, caller: Pick<Caller, "principal" | "isAdmin">): () => void;
}

/** Shares of `most`. `full` is the error if too little is left. */
export function createShares(most: number, full: string): Shares {
  let held = 0;
  const shares = new Map<string, number>();

  function add(principal: string, amount: number): void {
    held += amount;
    const share = (shares.get(principal) ?? 0) + amount;
    if (share > 0) shares.set(principal, share);
    else shares.delete(principal);
  }

  return {
    take(amount, { principal, isAdmin }) {
      const share = shares.get(principal) ?? 0;
      const isFull = held > 0 && held + amount > (isAdmin ? most : most - Math.floor(most / 10));
      const hasShare = !isAdmin && share > 0 && share + amount > Math.floor(most / 2);
      if (amount > 0 && (isFull || hasShare)) throw Unavailable({ reason: full });
      add(principal, amount);
      let left = amount;
      return () => {
        add(principal, -left);
        left = 0;
      };
    },
  };
}
