import { defineCommand } from "@postern/core";
import { archivingRow } from "../archiving.ts";
import { group } from "../group.ts";

export const rowsArchive = defineCommand(group, {
  id: "bases.rows.archive",
  summary: "Archive a row",
  description: "Lists leave an archived row out by default. Restore it with `bases.rows.unarchive`.",
  ...archivingRow(true),
  examples: [{ title: "One row", input: { row: "row_0123456789abcdef01234567" } }],
});
