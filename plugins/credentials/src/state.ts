import type { PluginContext } from "@postern/core";
import { createSharedRuns, type SharedRuns } from "@postern/kit/queue";
import type { Backends } from "./backends/backends.ts";
import type { Provider } from "./services.ts";
import type { Rotated } from "./vault/reseal.ts";
import type { Whereabouts } from "./whereabouts.ts";

/** State shared by the operations and workers of one gateway. */
export interface State extends Whereabouts {
  readonly backends: Backends;
  /** Registered providers by id. */
  readonly providers: Map<string, Provider>;
  /** Runs a transaction separate from the command's own. */
  readonly transact: PluginContext["transact"];
  /** Rotations and counts read every secret, so concurrent callers share one run. */
  readonly rotations: SharedRuns<Rotated>;
  readonly counts: SharedRuns<{ secrets: number; unreadable: number }>;
  /** Why the vault cannot be used, according to the last check. */
  trouble: string | undefined;
}

export const createState = (
  backends: Backends,
  transact: PluginContext["transact"],
  whereabouts: Whereabouts,
): State => ({
  ...whereabouts,
  backends,
  providers: new Map(),
  transact,
  rotations: createSharedRuns(),
  counts: createSharedRuns(),
  trouble: undefined,
});
