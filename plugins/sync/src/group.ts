import { defineGroup, gatewayView, optional, stateOf, T } from "@postern/core";
import { connectionDirectory, secrets } from "@postern/credentials/services";
import { lastingWork } from "@postern/kit/access";
import { checks } from "@postern/kit/checks";
import { withDefault } from "@postern/kit/fields";
import { allowPrivateOption } from "@postern/kit/outbound";
import type { State } from "./state.ts";

export const group = defineGroup("sync", {
  title: "Sync",
  description: "Keep the records of two linked gateways in sync and show conflicts.",
  config: T.Object({
    runner: withDefault(
      T.Boolean({ description: "Whether this gateway continuously exchanges records with the linked gateway" }),
      true,
    ),
    timeout: withDefault(
      T.Integer({
        minimum: 500,
        maximum: 300_000,
        description: "Timeout of a request to the other gateway, in milliseconds",
      }),
      60_000,
    ),
    allowPrivate: allowPrivateOption,
  }),
  scopes: { exchange: "Exchange the records of all enabled groups with another gateway" },
  needs: {
    lasting: optional(lastingWork),
    gateway: gatewayView,
    connections: optional(connectionDirectory),
    secrets: optional(secrets),
    checks: optional(checks),
  },
  state: stateOf<State>(),
});
