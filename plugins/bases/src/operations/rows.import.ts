import { defineCommand, omitUndefined, oneOf, T } from "@postern/core";
import { described, endsLater, needsOne, uploadedWith } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { parserCallOf } from "@postern/kit/parsers";
import { baseIdIn, basesIn, envelopeOf, isoOf, openBaseOf, schemaOf } from "../base.ts";
import type { RowRecord } from "../collections.ts";
import { BaseAmbiguous, BaseArchived, BaseNotFound, SchemaFull } from "../errors.ts";
import { importFinished, importStarted } from "../events.ts";
import { group } from "../group.ts";
import { BaseRef, envelope } from "../schemas.ts";
import { addRows } from "../transfer/add-rows.ts";
import { checkLines } from "../transfer/check-lines.ts";
import { sentFile } from "../transfer/file.ts";
import { type ImportRecord, importEnds, imports } from "../transfer/import.ts";
import { queueWork } from "../transfer/imports.ts";
import { MAX_BYTES } from "../transfer/line.ts";
import { createProperties, listed, newProperties, schemaWith } from "../transfer/new-properties.ts";
import { Parts } from "../transfer/parts.ts";
import { readPortion } from "../transfer/portion.ts";
import { isLight, linesOf, portionsOf } from "../transfer/source.ts";
import { keepFile } from "../transfer/stored-file.ts";
import { importsUpload } from "./imports.upload.ts";

const Diagnostics = withColumns(
  T.Array(
    T.Object({
      line: T.Integer({ description: "Line of the file; the header is line 1" }),
      column: T.Optional(T.String({ description: "Column, as named in the header" })),
      code: T.String({ description: "Error code" }),
      message: T.String({ description: "Error message" }),
    }),
    { description: "Up to 1,000 errors, in the order of the file" },
  ),
  { line: "plain", column: "plain", message: "text", code: ["plain", 1] },
);

export const rowsImport = defineCommand(group, {
  id: "bases.rows.import",
  summary: "Import rows from a CSV or XLSX file",
  description:
    "The first line names properties by key or name. All lines are checked before anything is written. If a line is " +
    "invalid, nothing is imported and all errors are reported, unless `partial` is set. More than 1,000 rows, or " +
    "fewer long rows, are created in the background: see `bases.imports.show` and the events " +
    "`bases.import.progressed`. A CSV file of any size is uploaded in parts with `bases.imports.upload` first. With " +
    "`createProperties`, an import is a dry run by default.",
  bodyLimit: MAX_BYTES,
  input: T.Object(
    {
      base: BaseRef,
      format: described(oneOf("csv", "xlsx"), "File format"),
      content: T.Optional(
        uploadedWith(
          T.String({
            contentMediaType: "text/csv",
            description: "The file: the text of a CSV file, or an XLSX file in base64; up to 64 MiB",
          }),
          importsUpload.id,
        ),
      ),
      parts: T.Optional(Parts),
      createProperties: T.Optional(
        T.Boolean({
          description:
            "Create a property for each column that matches none, with a type from its first 1,000 values; the plan " +
            "lists them",
        }),
      ),
      partial: T.Optional(T.Boolean({ description: "Skip invalid lines instead of rejecting the file" })),
    },
    needsOne(["content"], ["parts"]),
  ),
  output: endsLater(
    T.Object({
      state: described(oneOf("done", "running", "refused"), "State of the import"),
      import: T.Optional(
        T.String({ description: "Id of the import, for `bases.imports.show` and `bases.imports.undo`" }),
      ),
      lines: T.Integer({ description: "Number of lines after the header, without blank lines" }),
      good: T.Integer({ description: "Number of valid lines" }),
      bad: T.Integer({ description: "Number of invalid lines" }),
      created: T.Integer({ description: "Number of rows created so far" }),
      diagnostics: Diagnostics,
      diagnosticsTotal: T.Integer({ description: "Total number of errors" }),
      ...envelope,
    }),
    { ...importEnds, input: { import: "import" } },
  ),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived, SchemaFull],
  examples: [
    {
      title: "A CSV file with two rows",
      input: { base: "leads", format: "csv", content: "company,worth\nInitech,12\nHooli,7.5\n" },
    },
    {
      title: "Show which properties would be created for a file",
      input: { base: "leads", format: "csv", content: "company,paid\nInitech,yes\n", createProperties: true },
    },
  ],
  resource: baseIdIn,
  resources: basesIn,
  dryRunByDefault: ({ createProperties }) => createProperties === true,
  async plan(ctx, { base: ref, partial = false, createProperties: createsMissing = false, ...sent }) {
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    const file = await sentFile(ctx, base.id, sent);
    const properties = createsMissing
      ? await newProperties(linesOf(file, parserCallOf(ctx)), schema, file.format === "csv")
      : [];
    // The unchecked reads of referenced rows are repeated when rows are written.
    const { columns, ...found } = await checkLines(
      linesOf(file, parserCallOf(ctx)),
      schemaWith(schema, properties),
      file.format,
      ctx.store.unchecked,
    );
    const { good, bad } = found;
    const isRefused = bad > 0 && !partial;
    const summary = isRefused
      ? `Reject the file: only ${good} of ${found.lines} lines are valid`
      : bad === 0
        ? `Import ${good} rows into the base "${base.slug}"`
        : `Import the ${good} valid of ${found.lines} lines into the base "${base.slug}"`;
    const also = properties.length === 0 || isRefused ? "" : `, and create the properties ${listed(properties)}`;
    return { summary: `${summary}${also}`, baseId: base.id, isRefused, columns, properties, ...found };
  },
  async execute(ctx, plan, { partial = false, format, content, parts }) {
    const { store, caller, now, id, emit } = ctx;
    const { baseId, isRefused, columns, lines, good, bad, diagnostics, diagnosticsTotal } = plan;
    const base = await openBaseOf(ctx, baseId);
    const counts = { lines, good, bad, diagnostics, diagnosticsTotal };
    const whole = await envelopeOf(ctx, base);
    if (isRefused) return { state: "refused" as const, ...counts, created: 0, ...whole, success: false };
    const { schema, idOf } = await createProperties(ctx, base, await schemaOf(store, baseId), plan.properties);
    if (good === 0) return { state: "done" as const, ...counts, created: 0, ...whole };
    const file = await sentFile(ctx, baseId, { format, content, parts });
    const isSmall = isLight(good, columns.ids.length, file.size);
    const record: ImportRecord = omitUndefined({
      id: id("import_"),
      baseId,
      format: file.format,
      partial,
      state: isSmall ? ("done" as const) : ("running" as const),
      columns: columns.ids.map(idOf),
      names: [...columns.names],
      of: good,
      rows: isSmall ? good : 0,
      skipped: isSmall ? bad : 0,
      line: isSmall ? lines : 0,
      createdAt: isoOf(now),
      createdBy: caller.principal,
      finishedAt: isSmall ? isoOf(now) : undefined,
    });
    await store.put(imports, record);
    const answer = { import: record.id, ...counts, ...whole };
    if (!isSmall) {
      await keepFile(ctx, record.id, file);
      await queueWork(ctx, record);
      emit(importStarted, { importId: record.id, baseId, of: good });
      return { state: "running" as const, ...answer, created: 0 };
    }
    const made: RowRecord["values"][] = [];
    for await (const portion of portionsOf(linesOf(file, parserCallOf(ctx)))) {
      made.push(...(await readPortion(portion, record, schema, store)).made);
    }
    await addRows(ctx, record, schema, made);
    emit(importFinished, { importId: record.id, baseId, created: made.length, skipped: bad });
    return { state: "done" as const, ...answer, created: made.length };
  },
});
