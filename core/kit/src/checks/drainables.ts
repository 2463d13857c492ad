import { defineService } from "@postern/core";

/** What a group keeps open for clients: streams, and requests that wait. */
export interface Drainable {
  /**
   * Ends all of it and refuses more, until called with false: clients connect again, through a balancer to another
   * gateway.
   */
  drain(isWanted: boolean): void;
  /** Event streams: how many are open, and how many were closed since the start because their client did not read. */
  streams?(): StreamCounts;
}

/** The event streams of a group in this process. */
export interface StreamCounts {
  readonly open: number;
  readonly cutOff: number;
}

/** The service with which groups take part when a gateway is drained. */
export interface Drainables {
  /** Call it in a plugin's setup. Returns a function that removes it. */
  register(drainable: Drainable): () => void;
}

/** Provided by the service group. Declare it as `optional(drainables)`: without it, a gateway is never drained. */
export const drainables = defineService<Drainables>("service.drainables");
