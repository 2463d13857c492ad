import { defineCollection, omitUndefined, oneOf, type Reads, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { ImportNotFound } from "../errors.ts";

export const ImportState = oneOf("running", "done", "undoing", "undone");

/** An import as callers see it. */
export const Import = T.Object({
  id: T.String({ description: "Its id" }),
  baseId: T.String({ description: "Id of the base" }),
  format: described(oneOf("csv", "xlsx"), "The format"),
  state: described(ImportState, "Its state"),
  rows: T.Integer({ description: "Rows that it has made, and that are there" }),
  of: T.Integer({ description: "Rows that it is to make" }),
  skipped: T.Integer({ description: "Lines that do not fit, and were left out as asked for" }),
  createdAt: T.String({ description: "ISO 8601, UTC" }),
  createdBy: T.String({ description: "type:id" }),
  finishedAt: T.Optional(T.String({ description: "ISO 8601, UTC" })),
  reason: T.Optional(T.String({ description: "Why it was undone" })),
  lastError: T.Optional(T.String({ description: "Why it did not go on, the last time; it is tried again by itself" })),
});
export type Import = Static<typeof Import>;

const ImportRecord = T.Object({
  ...Import.properties,
  partial: T.Boolean(),
  /** The file, as long as it is needed. */
  blob: T.Optional(T.String()),
  /** Property of each column, by id: their keys may change while it runs. */
  columns: T.Array(T.String()),
  names: T.Array(T.String(), { description: "The names of records" }),
  /** Lines after the header that are done with. */
  line: T.Integer({ description: "Line of the file, 1 for the first" }),
  /** Rows that were removed so far. */
  removed: T.Optional(T.Integer({ description: "How many were removed" })),
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

export const ImportId = T.String({
  pattern: "^import_[0-9a-f]{24}$",
  description: "Its id, as bases.rows.import answers it",
});

export async function importOf(store: Reads, id: string): Promise<ImportRecord> {
  const record = await store.get(imports, id);
  if (!record) throw ImportNotFound({ import: id });
  return record;
}

export function showImport(record: ImportRecord): Import {
  const { id, baseId, format, state, rows, of, skipped, createdAt, createdBy, finishedAt, reason, lastError } = record;
  const told = { id, baseId, format, state, rows, of, skipped, createdAt, createdBy, finishedAt, reason, lastError };
  return omitUndefined(told) as Import;
}

/** The import at its end; its file is let go. */
export function ended(record: ImportRecord, state: "done" | "undone", at: string): ImportRecord {
  const { blob: _blob, lastError: _error, ...rest } = record;
  return { ...rest, state, finishedAt: at };
}
