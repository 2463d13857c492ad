import type { Caller } from "@postern/core";
import type { Filter, Streamed } from "./filter.ts";

/** All open streams of a gateway. */
export interface Hub {
  /** Opens a stream from the place `after`; refuses one too many. */
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

/** Tickets that nobody has used yet, under their digests. They end with the process. */
export type Tickets = Map<string, Ticket>;

/** What the operations and routes of one gateway share. */
export interface State {
  readonly hub: Hub;
  readonly tickets: Tickets;
}
