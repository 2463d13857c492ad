import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { baseOf, envelopeOf } from "../base.ts";
import { BaseNotFound, ImportNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { envelope } from "../schemas.ts";
import { Import, ImportId, importOf, showImport } from "../transfer/import.ts";

export const importsShow = defineQuery(group, {
  id: "bases.imports.show",
  summary: "Show the progress of an import",
  description: "`rows` is the number of rows imported so far.",
  input: T.Object({ import: ImportId }),
  output: T.Object({ import: described(Import, "The import"), ...envelope }),
  errors: [ImportNotFound, BaseNotFound],
  examples: [{ title: "Show an import by id", input: { import: "import_0123456789abcdef01234567" } }],
  async run(ctx, { import: id }) {
    const record = await importOf(ctx.store, id);
    return { import: showImport(record), ...(await envelopeOf(ctx, await baseOf(ctx, record.baseId))) };
  },
});
