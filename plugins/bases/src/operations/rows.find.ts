import { defineQuery, T } from "@postern/core";
import { limitToGrants, listOf, namedSource } from "@postern/kit/paging";
import { schemaOf } from "../base.ts";
import { rows } from "../collections.ts";
import { group } from "../group.ts";
import { showRow } from "../rows/row.ts";
import { Row } from "../schemas.ts";

const Rows = listOf("rows", Row, { id: "id", values: "members" });

export const rowsFind = defineQuery(group, {
  id: "bases.rows.find",
  summary: "Find rows by the start of their id",
  description: "Searches the rows of all bases.",
  input: T.Object({
    name: T.String({ minLength: 1, maxLength: 128, description: "Beginning of the id, with or without `row_`" }),
    ...Rows.fields,
  }),
  narrowed: true,
  output: Rows.output,
  examples: [{ title: "A short id", input: { name: "0123456789ab" } }],
  run: ({ store, caller }, { name, ...page }) =>
    Rows.answer(
      page,
      limitToGrants(
        namedSource(store.unchecked, rows, { name, idPrefix: "row_" }),
        caller,
        "bases.rows.find",
        ({ baseId }) => baseId,
      ),
      async (row) => showRow(row, await schemaOf(store.unchecked, row.baseId)),
    ),
});
