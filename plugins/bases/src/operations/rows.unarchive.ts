import { defineCommand } from "@postern/core";
import { archivingRow } from "../archiving.ts";
import { group } from "../group.ts";

export const rowsUnarchive = defineCommand(group, {
  id: "bases.rows.unarchive",
  summary: "Unarchive a row",
  description: "The row keeps its id and its values.",
  ...archivingRow(false),
  examples: [{ title: "Unarchive a row by id", input: { row: "row_0123456789abcdef01234567" } }],
});
