import { defineCollection, omitUndefined, oneOf, type Reads, type Static, T } from "@postern/core";
import type { EndsLater } from "@postern/core/presentation";
import { described, refersTo } from "@postern/kit/fields";
import { ImportNotFound } from "../errors.ts";

export const ImportState = oneOf("running", "done", "undoing", "undone");

/** An import in answers. */
export const Import = T.Object({
  id: T.String({ description: "Id of the import" }),
  baseId: T.String({ description: "Id of the base" }),
  format: described(oneOf("csv", "xlsx"), "File format"),
  state: described(ImportState, "State of the import"),
  rows: T.Integer({ description: "Number of rows created, without those removed by an undo" }),
  of: T.Integer({ description: "Number of rows to create" }),
  skipped: T.Integer({ description: "Number of invalid lines that were skipped because of `partial`" }),
  createdAt: T.String({ description: "Time in ISO 8601, UTC" }),
  createdBy: T.String({ description: "Who started the import, as type:id" }),
  finishedAt: T.Optional(T.String({ description: "Time in ISO 8601, UTC" })),
  reason: T.Optional(T.String({ description: "Why the import was undone" })),
  lastError: T.Optional(
    T.String({ description: "Error of the last attempt; further attempts are made automatically" }),
  ),
});
export type Import = Static<typeof Import>;

const ImportRecord = T.Object({
  ...Import.properties,
  partial: T.Boolean(),
  /** The file of an import that an earlier version started, while it is needed. */
  blob: T.Optional(T.String()),
  /** The property id of each column: keys may change during an import. */
  columns: T.Array(T.String()),
  names: T.Array(T.String(), { description: "Column names of the header" }),
  /** Number of lines after the header that were processed. */
  line: T.Integer({ description: "Number of lines after the header that were processed" }),
  /** Number of rows removed so far. */
  removed: T.Optional(T.Integer({ description: "Number of rows removed so far" })),
});
export type ImportRecord = Static<typeof ImportRecord>;

export const imports = defineCollection("bases.import", {
  schema: ImportRecord,
  key: ({ id }) => [id],
  indexes: {
    byView: ({ baseId, state }) => [
      ["base", baseId],
      ["state", state],
      ["both", baseId, state],
    ],
    byBlob: ({ blob }) => (blob === undefined ? undefined : [blob]),
  },
});

export const ImportId = refersTo(
  T.String({
    pattern: "^import_[0-9a-f]{24}$",
    description: "Id of the import, as returned by bases.rows.import",
  }),
  { list: "bases.imports.list" },
);

/** Where the end of an import is seen. */
export const importEnds: Omit<EndsLater, "input"> = {
  what: "import",
  query: "bases.imports.show",
  state: "import.state",
  good: ["done"],
  bad: ["undone"],
  reason: "import.reason",
};

export async function importOf(store: Reads, id: string): Promise<ImportRecord> {
  const record = await store.get(imports, id);
  if (!record) throw ImportNotFound({ import: id });
  return record;
}

export function showImport(record: ImportRecord): Import {
  const { id, baseId, format, state, rows, of, skipped, createdAt, createdBy, finishedAt, reason, lastError } = record;
  const fields = { id, baseId, format, state, rows, of, skipped, createdAt, createdBy, finishedAt, reason, lastError };
  return omitUndefined(fields) as Import;
}

/** An import that has ended. Its file is no longer referenced. */
export function ended(record: ImportRecord, state: "done" | "undone", at: string): ImportRecord {
  const { blob: _blob, lastError: _error, ...rest } = record;
  return { ...rest, state, finishedAt: at };
}
