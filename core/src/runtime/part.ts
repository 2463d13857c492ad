import type { Host } from "../define/host.ts";
import type { Logger } from "../define/log.ts";
import type { ServiceContext } from "../define/service.ts";
import type { Blobs } from "../storage/blobs.ts";

/** A running plugin, as its operations use it. */
export interface Part {
  readonly config: unknown;
  /** The services it needs; those that are built per call see `ctx`. */
  readonly services: (ctx: () => ServiceContext) => unknown;
  readonly state: unknown;
  readonly host: Host;
  readonly blobs: Blobs;
  readonly log: Logger;
}
