import { defineGroup, defineService, gatewayView, journalView, optional, stateOf, storeView, T } from "@postern/core";
import type { SharedRuns } from "@postern/core/queue";
import type { Verified } from "@postern/core/storage";

/** As the events group provides it, where that is enabled. */
const eventStreams = defineService<{ open(): number; cutOff(): number }>("events.streams");

/** What its operations share. */
interface State {
  readonly verifications: SharedRuns<Verified>;
}

export const group = defineGroup("service", {
  title: "The gateway itself",
  description: "How the gateway, its store and its plugins are doing.",
  needs: {
    gateway: gatewayView,
    store: storeView,
    journal: journalView,
    streams: optional(eventStreams),
  },
  config: T.Object({
    data: T.Optional(T.String({ minLength: 1, description: "The data folder: backups are kept below it" })),
    verifyEveryMs: T.Optional(
      T.Integer({ minimum: 0, description: "How often the whole store is verified; a day by default, 0 for never" }),
    ),
  }),
  state: stateOf<State>(),
  scopes: { audit: "Sees in the events who executed which command, and who was refused" },
});
