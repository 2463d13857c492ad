import { defineGroup, gatewayView, journalView, observers, optional, stateOf, storeView, T } from "@postern/core";
import type { Verified } from "@postern/core/storage";
import { lastingWork } from "@postern/kit/access";
import type { SharedRuns } from "@postern/kit/queue";
import type { Registry } from "./checks.ts";
import type { OpenRequests } from "./gateways/drainables.ts";
import type { Counts } from "./metrics/calls.ts";
import type { ProcessMetrics } from "./metrics/process.ts";

/** State shared by the operations. */
export interface State {
  readonly verifications: SharedRuns<Verified>;
  /** The checks of other groups. */
  readonly registry: Registry;
  readonly openRequests: OpenRequests;
  readonly counts: Counts;
  readonly process: ProcessMetrics;
  /** The id of this gateway, while it reports to the others. */
  self: string | undefined;
}

/** The scope for reading what others have done. */
export const AUDIT = "service:audit";
/** The scope for reading metrics, which a monitoring system gets alone. */
export const METRICS = "service:metrics";

export const group = defineGroup("service", {
  title: "Gateway",
  description: "Status, diagnostics, verification and backups of the gateway.",
  needs: { lasting: optional(lastingWork), gateway: gatewayView, store: storeView, journal: journalView, observers },
  config: T.Object({
    data: T.Optional(T.String({ minLength: 1, description: "Data folder, which contains the folder backups" })),
    backupFolders: T.Optional(
      T.Array(T.String({ minLength: 1 }), {
        maxItems: 100,
        description:
          "Folders, absolute, in which and below which scheduled backups may be written besides the folder backups (default: none)",
      }),
    ),
    verifyEveryMs: T.Optional(
      T.Integer({
        minimum: 0,
        description:
          "Interval between verifications of the store in milliseconds, 0 to disable them (default: one day)",
      }),
    ),
    metrics: T.Optional(
      T.Boolean({ description: "Whether calls and commits are counted for `/metrics` (default: true)" }),
    ),
  }),
  state: stateOf<State>(),
  scopes: { audit: "Read audit events: who executed which command, and who was refused", metrics: "Read the metrics" },
});
