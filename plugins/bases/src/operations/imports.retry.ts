import { defineCommand, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { baseOf, envelopeOf } from "../base.ts";
import { BaseNotFound, ImportEnded, ImportNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { envelope } from "../schemas.ts";
import { Import, ImportId, importEnds, importOf, showImport } from "../transfer/import.ts";
import { queueWork } from "../transfer/imports.ts";

export const importsRetry = defineCommand(group, {
  id: "bases.imports.retry",
  summary: "Retry an import now",
  description:
    "Without a retry, the import is attempted again for more than an hour. Rows that were already created are kept " +
    "and not created again.",
  input: T.Object({ import: ImportId }),
  output: endsLater(T.Object({ import: described(Import, "The import"), ...envelope }), {
    ...importEnds,
    input: { import: "import.id" },
  }),
  errors: [ImportNotFound, BaseNotFound, ImportEnded],
  examples: [{ title: "Retry an import by id", input: { import: "import_0123456789abcdef01234567" } }],
  resources: async ({ store }, { import: id }) => [(await importOf(store, id)).baseId],
  async plan({ store }, { import: id }) {
    const { state, rows, of } = await importOf(store, id);
    if (state === "done" || state === "undone") throw ImportEnded({ import: id, state });
    const rest = state === "running" ? `with ${of - rows} rows left to create` : "to remove its rows";
    return { summary: `Retry the import ${id}, ${rest}` };
  },
  async execute(ctx, _plan, { import: id }) {
    const record = await importOf(ctx.store, id);
    await queueWork(ctx, record);
    return { import: showImport(record), ...(await envelopeOf(ctx, await baseOf(ctx, record.baseId))) };
  },
});
