import { defineCommand } from "@postern/core";
import { disabling } from "../disabling.ts";
import { group } from "../group.ts";

export const adaptersDisable = defineCommand(group, {
  id: "channels.adapters.disable",
  summary: "Disable an adapter",
  description:
    "Its outgoing messages wait until the adapter is enabled again. Disabling a disabled adapter changes nothing.",
  properties: ["restricts", "posts"],
  ...disabling(true),
});
