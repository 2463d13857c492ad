import { defineCommand } from "@postern/core";
import { archivingBase } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "bases.archive",
  summary: "Archive a base",
  description:
    "An archived base is read-only: its rows, views and charts can be read, but not changed. Unarchive it with " +
    "`bases.unarchive`.",
  ...archivingBase(true),
  examples: [{ title: "Archive a base by slug", input: { base: "leads" } }],
});
