import { defineCommand } from "@postern/core";
import { archivingRow } from "../archiving.ts";
import { group } from "../group.ts";

export const rowsUnarchive = defineCommand(group, {
  id: "bases.rows.unarchive",
  summary: "Take a row back from the archive",
  description: "The row keeps its id and its values.",
  ...archivingRow(false),
  examples: [{ title: "One row", input: { row: "row_0123456789abcdef01234567" } }],
});
