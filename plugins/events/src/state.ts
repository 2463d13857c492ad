import type { Caller } from "@postern/core";
import type { Streamed } from "./filter.ts";

/** All open streams of a gateway. */
export interface Hub {
  /** Opens a stream after the cursor `after`. Throws if the limit of open streams is reached. */
  open(caller: Caller, filter: Streamed, after: string, isForeign: boolean): ReadableStream<Uint8Array>;
  openCount(): number;
  cutOffCount(): number;
  /** Ends all streams and refuses new ones, until called with false. */
  drain(isWanted: boolean): void;
  stop(): void;
}

/** State shared by the operations and routes of one gateway. */
export interface State {
  readonly hub: Hub;
}
