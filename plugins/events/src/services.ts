import { defineService } from "@postern/core";

/** How many clients follow what happens. */
export interface EventStreams {
  open(): number;
  /** Clients that did not read, and were cut off, since the start. */
  cutOff(): number;
}

export const eventStreams = defineService<EventStreams>("events.streams");
