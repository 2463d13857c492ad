import { defineGroup, gatewayView } from "@postern/core";

export const group = defineGroup("context", {
  title: "Keys",
  description: "Contexts, their API keys and scopes.",
  needs: { gateway: gatewayView },
});
