import { defineGroup, defineService, gatewayView, optional } from "@postern/core";

/** As the events group provides it, where that is enabled. */
const eventStreams = defineService<{ open(): number; cutOff(): number }>("events.streams");

export const group = defineGroup("service", {
  title: "The gateway itself",
  description: "How the gateway, its store and its plugins are doing.",
  needs: { gateway: gatewayView, streams: optional(eventStreams) },
  scopes: { audit: "Sees in the events who executed which command, and who was refused" },
});
