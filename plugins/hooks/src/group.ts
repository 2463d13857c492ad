import { defineGroup, gatewayView, optional, T, withDefault } from "@postern/core";
import { sealing } from "@postern/core/sealing";

export const group = defineGroup("hooks", {
  title: "Webhooks",
  description: "Tells other systems of events: signed, retried, and never anywhere that is not public.",
  needs: { gateway: gatewayView, sealing: optional(sealing) },
  config: T.Object({
    hooksPrivate: withDefault(
      T.Boolean({ description: "Whether hooks may go to private and loopback addresses" }),
      false,
    ),
    timeout: withDefault(
      T.Integer({
        minimum: 100,
        maximum: 30_000,
        description: "Milliseconds that a delivery may take, redirects included",
      }),
      10_000,
    ),
  }),
});
