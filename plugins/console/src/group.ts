import { defineGroup, gatewayView, stateOf } from "@postern/core";
import type { createFiles } from "./files.ts";

export interface State {
  readonly files: ReturnType<typeof createFiles>;
}

export const group = defineGroup("console", {
  title: "Console",
  description: "A program in the browser that shows and changes what the gateway stores.",
  needs: { gateway: gatewayView },
  state: stateOf<State>(),
});
