import { defineCommand } from "@postern/core";
import { disabling } from "../disabling.ts";
import { group } from "../group.ts";

export const adaptersDisable = defineCommand(group, {
  id: "channels.adapters.disable",
  summary: "Keep an adapter from connecting, until it is enabled",
  description: "What waits to go out by it waits on. One that is disabled already stays as it is.",
  ...disabling(true),
});
