import { defineCommand } from "@postern/core";
import { archivingBase } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "bases.unarchive",
  summary: "Take a base back from the archive",
  description: "The base accepts changes again, with the rows and properties that it had.",
  ...archivingBase(false),
  examples: [{ title: "One base", input: { base: "leads" } }],
});
