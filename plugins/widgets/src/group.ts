import { defineGroup } from "@postern/core";

export const group = defineGroup("widgets", {
  title: "Widgets",
  description: "A library of widgets: folders that are checked, published in versions and served in a sandbox.",
});
