import type { Blobs } from "./blobs.ts";
import type { Logger } from "./log.ts";
import type { ServiceContext } from "./service.ts";

/** A running plugin, as its operations use it. */
export interface Part {
  readonly config: unknown;
  /** The services it needs; those that are built per call see `ctx`. */
  readonly services: (ctx: () => ServiceContext) => unknown;
  readonly blobs: Blobs;
  readonly log: Logger;
}
