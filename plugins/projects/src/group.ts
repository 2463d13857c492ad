import { defineGroup, T } from "@postern/core";

export const group = defineGroup("projects", {
  title: "Projects",
  description: "Projects, which other groups file things under.",
  config: T.Object({
    // Any text: a name that is wrong is told where it is looked up, and stops nothing.
    project: T.Optional(T.String({ description: "Id or slug of the known project, meant where none is named" })),
  }),
});
