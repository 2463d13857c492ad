import { defineCommand } from "@postern/core";
import { archivingBase } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "bases.archive",
  summary: "Archive a base: its rows are read, and take no changes",
  description: "Rows, views and charts stay readable. Restore the base with `bases.unarchive`.",
  ...archivingBase(true),
  examples: [{ title: "One base", input: { base: "leads" } }],
});
