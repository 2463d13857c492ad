import type { Caller } from "@postern/core";
import type { Filter, Streamed } from "./filter.ts";

/** All open streams of a gateway. */
export interface Hub {
  /** Opens a stream after the cursor `after`. Throws if the limit of open streams is reached. */
  open(caller: Caller, filter: Streamed, after: string, isForeign: boolean): ReadableStream<Uint8Array>;
  openCount(): number;
  cutOffCount(): number;
  stop(): void;
}

export interface Ticket {
  readonly contextId: string;
  readonly filter: Filter;
  readonly expiresAt: number;
}

/** Unused tickets by their digests, kept in memory only. */
export type Tickets = Map<string, Ticket>;

/** State shared by the operations and routes of one gateway. */
export interface State {
  readonly hub: Hub;
  readonly tickets: Tickets;
}
