import { defineCommand } from "@postern/core";
import { disabling } from "../disabling.ts";
import { group } from "../group.ts";

export const adaptersEnable = defineCommand(group, {
  id: "channels.adapters.enable",
  summary: "Enable an adapter",
  description:
    "Enabling an enabled adapter reconnects it, which retries a failed adapter. If the key that set it up has ended, the adapter continues with yours.",
  properties: ["lasting", "posts"],
  ...disabling(false),
});
