import { defineGroup } from "@postern/core";

export const group = defineGroup("bases", {
  title: "Bases",
  description: "Project databases: typed properties, versioned rows, views and charts.",
});
