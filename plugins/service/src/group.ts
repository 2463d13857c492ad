import { defineGroup, defineService, gatewayView, journalView, optional, stateOf, storeView, T } from "@postern/core";
import type { SharedRuns } from "@postern/core/queue";
import type { Verified } from "@postern/core/storage";
import type { Registry } from "./checks.ts";

/** Provided by the plugin events, if it is enabled. */
const eventStreams = defineService<{ open(): number; cutOff(): number; drain(isWanted: boolean): void }>(
  "events.streams",
);

/** Provided by the plugin mcp, if it is enabled. */
const openRequests = defineService<{ drain(isWanted: boolean): void }>("mcp.open-requests");

/** State shared by the operations. */
export interface State {
  readonly verifications: SharedRuns<Verified>;
  /** The checks of other groups. */
  readonly registry: Registry;
  /** The id of this gateway, while it reports to the others. */
  self: string | undefined;
}

/** The scope for reading what others have done. */
export const AUDIT = "service:audit";

export const group = defineGroup("service", {
  title: "Gateway",
  description: "Status, diagnostics, verification and backups of the gateway.",
  needs: {
    gateway: gatewayView,
    store: storeView,
    journal: journalView,
    streams: optional(eventStreams),
    openRequests: optional(openRequests),
  },
  config: T.Object({
    data: T.Optional(T.String({ minLength: 1, description: "Data folder, which contains the folder backups" })),
    verifyEveryMs: T.Optional(
      T.Integer({
        minimum: 0,
        description:
          "Interval between verifications of the store in milliseconds, 0 to disable them (default: one day)",
      }),
    ),
  }),
  state: stateOf<State>(),
  scopes: { audit: "Read audit events: who executed which command, and who was refused" },
});
