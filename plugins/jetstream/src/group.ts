import { defineGroup, gatewayView, journalView, optional, stateOf, T } from "@postern/core";
import { connectionDirectory, secrets } from "@postern/credentials/services";
import { lastingWork } from "@postern/kit/access";
import { checks } from "@postern/kit/checks";
import { allowPrivateOption } from "@postern/kit/outbound";
import type { State } from "./state.ts";

export const group = defineGroup("jetstream", {
  title: "NATS JetStream",
  description: "Publish events to NATS JetStream and execute commands that arrive there.",
  config: T.Object({ allowPrivate: allowPrivateOption }),
  state: stateOf<State>(),
  needs: {
    lasting: optional(lastingWork),
    gateway: gatewayView,
    journal: journalView,
    checks: optional(checks),
    connections: optional(connectionDirectory),
    secrets: optional(secrets),
  },
});
