import type { Reads } from "@postern/core";
import type { PolicyCache } from "./policies/cache.ts";

export interface State {
  readonly policies: PolicyCache;
  /** Each read sees the latest commit, for calls that wait. */
  readonly latest: Reads;
  /** Calls `listener` soon after commits; returns the function that ends it. */
  onCommit(listener: () => void): () => void;
}
