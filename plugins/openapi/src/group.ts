import { defineGroup, stateOf } from "@postern/core";

/** Documents by the path that a gateway is mounted at: made at the first request, and kept until the interface changes. */
export type State = Map<string, { digest: string; text: string }>;

export const group = defineGroup("openapi", {
  title: "OpenAPI",
  description: "The interface of this gateway, for people and for generators of clients.",
  state: stateOf<State>(),
});
