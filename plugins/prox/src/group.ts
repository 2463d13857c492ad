import { defineGroup } from "@postern/core";

export const group = defineGroup("prox", {
  title: "Call profiles",
  description: "Call profiles: who calls, with which voice, and what is said.",
});
