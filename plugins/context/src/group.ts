import { defineGroup, gatewayView, stateOf } from "@postern/core";
import type { LastingRegistry } from "./lasting.ts";

export const group = defineGroup("context", {
  title: "Keys",
  description: "Contexts, their API keys and scopes.",
  needs: { gateway: gatewayView },
  state: stateOf<{ readonly lasting: LastingRegistry }>(),
});
