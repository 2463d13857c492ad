import { defineCommand } from "@postern/core";
import { archivingBase } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "bases.unarchive",
  summary: "Unarchive a base",
  description: "The base and its rows can be changed again.",
  ...archivingBase(false),
  examples: [{ title: "Unarchive a base by slug", input: { base: "leads" } }],
});
