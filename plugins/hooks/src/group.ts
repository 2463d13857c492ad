import { defineGroup, gatewayView, optional, T } from "@postern/core";
import { lastingWork } from "@postern/kit/access";
import { withDefault } from "@postern/kit/fields";
import { sealing } from "@postern/kit/sealing";

export const group = defineGroup("hooks", {
  title: "Webhooks",
  description: "Deliver events to other systems, with signatures and retries.",
  needs: { lasting: optional(lastingWork), gateway: gatewayView, sealing: optional(sealing) },
  config: T.Object({
    hooksPrivate: withDefault(
      T.Boolean({ description: "Whether hooks may be delivered to private and loopback addresses" }),
      false,
    ),
    timeout: withDefault(
      T.Integer({
        minimum: 100,
        maximum: 30_000,
        description: "Maximum duration of a delivery attempt in milliseconds, including redirects",
      }),
      10_000,
    ),
  }),
});
