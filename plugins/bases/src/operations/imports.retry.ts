import { defineCommand, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { baseOf, frameOf } from "../base.ts";
import { BaseNotFound, ImportEnded, ImportNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { frame } from "../schemas.ts";
import { Import, ImportId, importOf, showImport } from "../transfer/import.ts";
import { beginWork } from "../transfer/imports.ts";

export const importsRetry = defineCommand(group, {
  id: "bases.imports.retry",
  summary: "Let an import go on now that could not",
  description: "It goes on by itself for an hour and more. What it has made stays made, and is not made again.",
  input: T.Object({ import: ImportId }),
  output: T.Object({ import: described(Import, "The import of rows"), ...frame }),
  errors: [ImportNotFound, BaseNotFound, ImportEnded],
  examples: [{ title: "By its id", input: { import: "import_0123456789abcdef01234567" } }],
  async plan({ store }, { import: id }) {
    const { state, rows, of } = await importOf(store, id);
    if (state === "done" || state === "undone") throw ImportEnded({ import: id, state });
    const left = state === "running" ? `the ${of - rows} rows that are left` : "its being undone";
    return { summary: `Go on with ${left} of ${id}` };
  },
  async execute(ctx, _plan, { import: id }) {
    const record = await importOf(ctx.store, id);
    await beginWork(ctx, record);
    return { import: showImport(record), ...(await frameOf(ctx, await baseOf(ctx, record.baseId))) };
  },
});
