import { defineGroup } from "@postern/core";

export const group = defineGroup("meetings", {
  title: "Meetings",
  description: "Voice runtimes for meetings: which there are, and which can be used here.",
});
