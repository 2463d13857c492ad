import { type Caller, createShares, gatewayErrors } from "@postern/core";

/** How many of something are open: each key has a limit, and principals share all of them. */
export interface Places {
  /** Counts one more and returns the function that ends it. Throws 503 if the key or its principal has too many. */
  take(caller: Caller): () => void;
}

/** `things` names in the plural what is counted, for errors: "open streams". */
export function createPlaces(things: string, { all, perKey }: { all: number; perKey: number }): Places {
  const counts = new Map<string, number>();
  const shares = createShares(
    all,
    `Too many ${things}. There are at most ${all}, half of them with the keys of one principal, and a tenth is left for administrators. End one or try again later.`,
  );
  return {
    take(caller) {
      const { contextId } = caller;
      const count = counts.get(contextId) ?? 0;
      if (count >= perKey)
        throw gatewayErrors.Unavailable({
          reason: `The limit of ${perKey} ${things} per key is reached. End one or try again later.`,
        });
      const release = shares.take(1, caller);
      counts.set(contextId, count + 1);
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        release();
        const left = (counts.get(contextId) ?? 1) - 1;
        if (left > 0) counts.set(contextId, left);
        else counts.delete(contextId);
      };
    },
  };
}
