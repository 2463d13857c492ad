import { defineGroup, gatewayView, stateOf } from "@postern/core";
import type { Folder } from "./files.ts";
import type { Framed } from "./plugin-pages.ts";

export interface State {
  /** The program of the console. */
  readonly program: Folder;
  /** The pages of plugins by `<plugin>/<name>`. */
  readonly pages: ReadonlyMap<string, Framed>;
}

export const group = defineGroup("console", {
  title: "Console",
  description: "A program in the browser that shows and changes the gateway's data.",
  needs: { gateway: gatewayView },
  state: stateOf<State>(),
});
