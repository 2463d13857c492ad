import { defineCommand } from "@postern/core";
import { enabling } from "../enabling.ts";
import { group } from "../group.ts";

export const disable = defineCommand(group, {
  id: "responders.disable",
  summary: "Disable a responder",
  description:
    "Turns wait until it is enabled again or another responder answers them. Turns in progress become ready again.",
  properties: ["restricts"],
  ...enabling("disabled"),
});
