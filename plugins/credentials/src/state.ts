import type { PluginContext } from "@postern/core";
import { createSharedRuns, type SharedRuns } from "@postern/core/queue";
import type { Backends } from "./backends/backends.ts";
import type { Provider } from "./services.ts";
import type { Rotated } from "./vault/reseal.ts";

/** What the operations and the background work of one gateway share. */
export interface State {
  readonly backends: Backends;
  /** Providers that plugins have registered, by id. */
  readonly providers: Map<string, Provider>;
  /** Commits beside the command's own. */
  readonly transact: PluginContext["transact"];
  /** Rotations and counts read every secret, so callers who ask at the same time share them. */
  readonly rotations: SharedRuns<Rotated>;
  readonly counts: SharedRuns<{ secrets: number; unreadable: number }>;
  /** Why the vault cannot be used, where it was last found so. */
  trouble: string | undefined;
}

export const createState = (backends: Backends, transact: PluginContext["transact"]): State => ({
  backends,
  providers: new Map(),
  transact,
  rotations: createSharedRuns(),
  counts: createSharedRuns(),
  trouble: undefined,
});
