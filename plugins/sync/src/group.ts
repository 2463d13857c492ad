import { defineGroup, gatewayView, optional, stateOf, T, withDefault } from "@postern/core";
import { connectionDirectory, secrets } from "@postern/credentials/services";
import type { State } from "./state.ts";

export const group = defineGroup("sync", {
  title: "Sync",
  description: "Two gateways linked: each group's records travel both ways, in order, and conflicts are shown.",
  config: T.Object({
    runner: withDefault(
      T.Boolean({ description: "Whether this gateway goes on exchanging by itself with the one that it is linked to" }),
      true,
    ),
    timeout: withDefault(
      T.Integer({
        minimum: 500,
        maximum: 300_000,
        description: "Milliseconds that a request to the other gateway may take",
      }),
      60_000,
    ),
  }),
  scopes: { exchange: "Hand records of all enabled groups to another gateway, and take in what it has" },
  needs: { gateway: gatewayView, connections: optional(connectionDirectory), secrets: optional(secrets) },
  state: stateOf<State>(),
});
