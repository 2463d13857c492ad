import { defineGroup } from "@postern/core";

export const group = defineGroup("sync", {
  title: "Sync",
  description: "Two gateways linked: each group's records travel both ways, in order, and conflicts are shown.",
});
