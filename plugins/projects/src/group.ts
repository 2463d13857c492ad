import { defineGroup, stateOf, T } from "@postern/core";
import type { State } from "./state.ts";

export const group = defineGroup("projects", {
  title: "Projects",
  description: "Projects that other plugins use to group their records.",
  state: stateOf<State>(),
  config: T.Object({
    // Not validated here: an unknown project is logged at startup and does not prevent it.
    project: T.Optional(T.String({ description: "Id or slug of the default project, used if a call names none" })),
  }),
});
