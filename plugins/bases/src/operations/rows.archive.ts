import { defineCommand } from "@postern/core";
import { archivingRow } from "../archiving.ts";
import { group } from "../group.ts";

export const rowsArchive = defineCommand(group, {
  id: "bases.rows.archive",
  summary: "Archive a row",
  description: "Archived rows are not listed by default. Unarchive the row with `bases.rows.unarchive`.",
  ...archivingRow(true),
  examples: [{ title: "Archive a row by id", input: { row: "row_0123456789abcdef01234567" } }],
});
