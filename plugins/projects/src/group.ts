import { defineGroup } from "@postern/core";

export const group = defineGroup("projects", {
  title: "Projects",
  description: "Projects, which other groups file things under.",
});
