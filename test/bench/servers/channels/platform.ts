/** The other side of the adapter: it writes into places, and counts what is written to it. */
export interface Platform {
  /** What the adapter is to be. */
  readonly adapter: { readonly kind: string; readonly config: Record<string, unknown> };
  say(place: number, text: string): void;
  /** Comes back when so many more messages have come here than before. */
  hearing(more: number): Promise<void>;
  close(): Promise<void>;
}

/** Counts what comes, for who waits for it. */
export function createEar() {
  let heard = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let reached = () => {};
  return {
    hear() {
      if (++heard >= wanted) reached();
    },
    hearing(more: number): Promise<void> {
      wanted = heard + more;
      return new Promise((resolve) => {
        reached = resolve;
      });
    },
  };
}
