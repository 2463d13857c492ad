import type { IndexBuild } from "./indexes/ensure.ts";
import type { PluginState, Running } from "./lifecycle.ts";
import type { Manifest } from "./manifest.ts";
import type { DutyState, Plugin } from "./plugin.ts";
import { defineService } from "./service.ts";
import { type CompleteDriver, type Guarantees, latestOf } from "./storage/index.ts";

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

interface Setting extends Pick<GatewayView, "manifest" | "startedAt" | "indexes" | "damaged"> {
  readonly driver: CompleteDriver;
  readonly installed: readonly Plugin[];
  running(): Running;
}

export const createView = ({ driver, installed, running, ...given }: Setting): GatewayView => ({
  ...given,
  version: given.manifest.core,
  plugins: () => [...running().states.values()],
  store() {
    const degraded = driver.trouble()?.message;
    return { driver: driver.name, guarantees: driver.guarantees, ...(degraded && { degraded }) };
  },
  async duties() {
    const store = latestOf(driver);
    const duties = installed.filter(({ name }) => running().parts.has(name)).flatMap((plugin) => plugin.duties);
    return Promise.all(duties.map((duty) => duty.state(store)));
  },
});
