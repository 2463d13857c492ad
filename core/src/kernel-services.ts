import type { Journal } from "./history.ts";
import type { IndexBuild } from "./indexes/ensure.ts";
import type { PluginState } from "./lifecycle.ts";
import type { Manifest } from "./manifest.ts";
import type { DutyState } from "./plugin.ts";
import { defineService } from "./service.ts";
import type { Guarantees, StoreView } from "./storage/index.ts";

/** What the kernel tells of itself to plugins that show it. */
export interface GatewayView {
  readonly version: string;
  readonly manifest: Manifest;
  /** Unix milliseconds. */
  readonly startedAt: number;
  plugins(): readonly PluginState[];
  store(): { driver: string; guarantees: Guarantees; degraded?: string };
  /** What each queue and follower has to do; damage or a store that does not answer is an error. */
  duties(): Promise<DutyState[]>;
  /** Indexes of stored records that had to be built at the start. */
  indexes(): readonly IndexBuild[];
  /** Records that were found damaged since the start, by encoded key. */
  damaged(): readonly string[];
}

/** Always provided. */
export const gatewayView = defineService<GatewayView>("gateway.view");

/** Always provided: all that happened. */
export const journalView = defineService<Journal>("gateway.journal");

/** Always provided. A plugin that needs it sees everything, digests of keys and stored secrets included. */
export const storeView = defineService<StoreView>("gateway.store");
