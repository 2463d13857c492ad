import { defineGroup } from "@postern/core";

export const group = defineGroup("tasks", {
  title: "Tasks",
  description: "Tasks, what they wait for, and the profiles that work on them.",
});
