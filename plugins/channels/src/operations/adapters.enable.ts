import { defineCommand } from "@postern/core";
import { disabling } from "../disabling.ts";
import { group } from "../group.ts";

export const adaptersEnable = defineCommand(group, {
  id: "channels.adapters.enable",
  summary: "Let an adapter connect again",
  description: "Also one that is enabled is connected anew, where trying again could not help before.",
  ...disabling(false),
});
