import { defineGroup, stateOf } from "@postern/core";

/** Cached documents by the base path of the gateway, valid until the interface changes. */
export type State = Map<string, { digest: string; text: string }>;

export const group = defineGroup("openapi", {
  title: "OpenAPI",
  description: "OpenAPI document of the gateway, for documentation and client generators.",
  state: stateOf<State>(),
});
