import { gatewayErrors } from "@postern/core";

/** Counts what each key has open. */
export interface CountedPerKey {
  /** Counts one more and returns the function that ends it. Throws 503 if the key already has `limit` of them. */
  take(contextId: string, limit: number): () => void;
}

/** `things` names in the plural what is counted, for errors: "open streams". */
export function createCountPerKey(things: string): CountedPerKey {
  const counts = new Map<string, number>();
  return {
    take(contextId, limit) {
      const count = counts.get(contextId) ?? 0;
      if (count >= limit)
        throw gatewayErrors.Unavailable({
          reason: `The limit of ${limit} ${things} per key is reached. End one or try again later.`,
        });
      counts.set(contextId, count + 1);
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        const left = (counts.get(contextId) ?? 1) - 1;
        if (left > 0) counts.set(contextId, left);
        else counts.delete(contextId);
      };
    },
  };
}
