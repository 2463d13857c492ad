import { defineGroup } from "@postern/core";

export const group = defineGroup("audio", {
  title: "Audio",
  description: "Text to speech: requests, the worker that turns them into sound, and a page that plays it.",
});
