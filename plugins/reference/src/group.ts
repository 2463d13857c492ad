import { defineGroup, stateOf } from "@postern/core";
import type { createFiles } from "./files.ts";

export interface State {
  readonly files: ReturnType<typeof createFiles>;
  /** The last document, for an address of the gateway, valid until the interface changes. */
  last?: { readonly url: string; readonly digest: string; readonly text: Promise<string> };
}

export const group = defineGroup("reference", {
  title: "Reference",
  description: "Pages that document the gateway: all operations, with a client that calls them, and guides.",
  state: stateOf<State>(),
});
