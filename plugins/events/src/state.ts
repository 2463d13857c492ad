import type { Caller } from "@postern/core";
import type { Drainable } from "@postern/kit/checks";
import type { Streamed } from "./filter.ts";

/** All open streams of a gateway. */
export interface Hub extends Required<Drainable> {
  /** Opens a stream after the cursor `after`. Throws if the limit of open streams is reached. */
  open(caller: Caller, filter: Streamed, after: string, isForeign: boolean): ReadableStream<Uint8Array>;
  stop(): void;
}

/** State shared by the operations and routes of one gateway. */
export interface State {
  readonly hub: Hub;
}
