import { defineCommand, omitUndefined, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { baseIdIn, frameOf, isoOf, openBaseOf, schemaOf } from "../base.ts";
import type { RowRecord } from "../collections.ts";
import { BaseAmbiguous, BaseArchived, BaseNotFound } from "../errors.ts";
import { importFinished, importStarted } from "../events.ts";
import { group } from "../group.ts";
import { BaseRef, frame } from "../schemas.ts";
import { type ImportRecord, imports } from "../transfer/import.ts";
import { beginWork } from "../transfer/imports.ts";
import { keepRows } from "../transfer/keep.ts";
import { MOST_BYTES } from "../transfer/line.ts";
import { readPortion } from "../transfer/portion.ts";
import { bytesOf, isLight, linesOf, portionsOf } from "../transfer/source.ts";
import { surveyed } from "../transfer/survey.ts";

const Diagnostics = T.Array(
  T.Object({
    line: T.Integer({ description: "Of the file, the header being 1" }),
    column: T.Optional(T.String({ description: "The column at fault" })),
    code: T.String({ description: "What is wrong, for programs" }),
    message: T.String({ description: "What is wrong, for people" }),
  }),
  { description: "The first 1,000" },
);

export const rowsImport = defineCommand(group, {
  id: "bases.rows.import",
  summary: "Import rows from a CSV or XLSX file",
  description:
    "The first line names properties by their keys or names. All lines are checked before anything is written: where one " +
    "is bad, all are refused and told, unless `partial` asks for the good ones. More than 1,000 rows, or fewer long ones, are made in the " +
    "background: `bases.imports.show` and the events `bases.import.progressed` tell how far it is.",
  bodyLimit: MOST_BYTES,
  input: T.Object({
    base: BaseRef,
    format: described(oneOf("csv", "xlsx"), "The format"),
    content: T.String({ description: "The file: its text, or base64 of an XLSX file. A body takes 64 MiB" }),
    partial: T.Optional(T.Boolean({ description: "Leave bad lines out instead of refusing all" })),
  }),
  output: T.Object({
    state: described(oneOf("done", "running", "refused"), "Its state"),
    import: T.Optional(T.String({ description: "For bases.imports.show and .undo" })),
    lines: T.Integer({ description: "After the header, without blank ones" }),
    good: T.Integer({ description: "Lines that fit" }),
    bad: T.Integer({ description: "Rows that cannot be imported" }),
    created: T.Integer({ description: "Rows made by now" }),
    diagnostics: Diagnostics,
    diagnosticsTotal: T.Integer({ description: "How many diagnostics there are in all" }),
    ...frame,
  }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived],
  examples: [
    { title: "Two leads", input: { base: "leads", format: "csv", content: "company,worth\nInitech,12\nHooli,7.5\n" } },
  ],
  resource: baseIdIn,
  async plan(ctx, { base: ref, format, content, partial = false }) {
    const base = await openBaseOf(ctx, ref);
    const schema = await schemaOf(ctx.store, base.id);
    const lines = linesOf(await bytesOf(content, format), format, ctx.signal);
    // Which rows are referred to is looked at again where rows are written.
    const { columns, ...found } = await surveyed(lines, schema, format, ctx.store.unchecked);
    const { good, bad } = found;
    const isRefused = bad > 0 && !partial;
    const fitting = `${good} of ${found.lines} lines fit`;
    const added = bad === 0 ? `Add ${good} rows to` : `Add the lines that fit (${good} of ${found.lines}) to`;
    const summary = isRefused ? `Refuse the file, for only ${fitting}` : `${added} the base ${base.slug}`;
    return { summary, baseId: base.id, isRefused, columns, ...found };
  },
  async execute(ctx, plan, { format, content, partial = false }) {
    const { store, caller, now, id, emit } = ctx;
    const { baseId, isRefused, columns, lines, good, bad, diagnostics, diagnosticsTotal } = plan;
    const base = await openBaseOf(ctx, baseId);
    const counts = { lines, good, bad, diagnostics, diagnosticsTotal };
    const whole = await frameOf(ctx, base);
    if (isRefused) return { state: "refused" as const, ...counts, created: 0, ...whole, success: false };
    if (good === 0) return { state: "done" as const, ...counts, created: 0, ...whole };
    const bytes = await bytesOf(content, format);
    const isSmall = isLight(good, columns.ids.length, bytes.length);
    const record: ImportRecord = omitUndefined({
      id: id("import_"),
      baseId,
      format,
      partial,
      state: isSmall ? ("done" as const) : ("running" as const),
      blob: isSmall ? undefined : await ctx.blobs.write(bytes),
      columns: [...columns.ids],
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
      await beginWork(ctx, record);
      emit(importStarted, { importId: record.id, baseId, of: good });
      return { state: "running" as const, ...answer, created: 0 };
    }
    const schema = await schemaOf(store, baseId);
    const made: RowRecord["values"][] = [];
    for await (const portion of portionsOf(linesOf(bytes, format, ctx.signal))) {
      made.push(...(await readPortion(portion, record, schema, store)).made);
    }
    await keepRows(ctx, record, schema, made);
    emit(importFinished, { importId: record.id, baseId, created: made.length, skipped: bad });
    return { state: "done" as const, ...answer, created: made.length };
  },
});
