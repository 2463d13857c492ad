import { defineGroup, gatewayView } from "@postern/core";

export const group = defineGroup("service", {
  title: "The gateway itself",
  description: "How the gateway, its store and its plugins are doing.",
  needs: { gateway: gatewayView },
});
