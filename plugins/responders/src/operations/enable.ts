import { defineCommand } from "@postern/core";
import { enabling } from "../enabling.ts";
import { group } from "../group.ts";

export const enable = defineCommand(group, {
  id: "responders.enable",
  summary: "Enable a responder",
  description: "It answers turns that are ready, and later turns.",
  properties: ["lasting", "posts"],
  ...enabling("enabled"),
});
