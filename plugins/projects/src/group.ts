import { defineGroup, T } from "@postern/core";

export const group = defineGroup("projects", {
  title: "Projects",
  description: "Projects that other plugins use to group their records.",
  config: T.Object({
    // Not validated here: an unknown project is logged at startup and does not prevent it.
    project: T.Optional(T.String({ description: "Id or slug of the default project, used if a call names none" })),
  }),
});
