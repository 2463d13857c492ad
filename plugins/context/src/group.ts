import { defineGroup, gatewayView } from "@postern/core";

export const group = defineGroup("context", {
  title: "Keys",
  description: "Contexts, the keys that stand for them, and what these may do.",
  needs: { gateway: gatewayView },
});
