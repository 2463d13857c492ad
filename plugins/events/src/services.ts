import { defineService } from "@postern/core";

/** Numbers about the open streams. */
export interface EventStreams {
  open(): number;
  /**
   * Ends all streams and refuses new ones, until called with false: clients connect again, through a balancer to another
   * gateway.
   */
  drain(isWanted: boolean): void;
  /** Number of clients disconnected since the start because they did not read. */
  cutOff(): number;
}

export const eventStreams = defineService<EventStreams>("events.streams");
