import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { limitToGrants, listOf, namedSource, nameField, within } from "@postern/kit/paging";
import { baseIdIn, baseOf, envelopeOf } from "../base.ts";
import { BaseAmbiguous, BaseNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { BaseRef, envelope } from "../schemas.ts";
import { Import, ImportState, imports, showImport } from "../transfer/import.ts";

const Imports = listOf("imports", Import, {
  id: "id",
  state: "status",
  rows: "plain",
  of: "plain",
  skipped: ["plain", 1],
  format: ["plain", 3],
  createdAt: "ago",
  baseId: ["id", 4],
  lastError: ["text", 1],
  reason: ["text", 2],
});

export const importsList = defineQuery(group, {
  id: "bases.imports.list",
  summary: "List imports, newest first",
  description: "The list can be filtered by base and by state.",
  input: T.Object({
    name: nameField(),
    base: T.Optional(BaseRef),
    state: T.Optional(described(ImportState, "State of the import")),
    ...Imports.fields,
  }),
  narrowed: true,
  output: T.Object({ ...Imports.output.properties, ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous],
  examples: [
    { title: "All imports", input: {} },
    { title: "Running imports", input: { state: "running" } },
  ],
  resource: baseIdIn,
  async run(ctx, { name, base: ref, state, ...page }) {
    const base = ref === undefined ? undefined : await baseOf(ctx, ref);
    const byState = state === undefined ? undefined : ["state", state];
    const byBase = base && (state === undefined ? ["base", base.id] : ["both", base.id, state]);
    const prefix = byBase ?? byState;
    // A query reads one moment and commits nothing, so an unchecked read is exact.
    const store = ctx.store.unchecked;
    const place = { reverse: true, ...(prefix && { by: "byView" as const, prefix }) };
    const source =
      name === undefined
        ? within(store, imports, place)
        : namedSource(
            store,
            imports,
            { name, idPrefix: "import_" },
            (one) => (base === undefined || one.baseId === base.id) && (state === undefined || one.state === state),
          );
    const answer = await Imports.answer(
      page,
      limitToGrants(source, ctx.caller, "bases.imports.list", ({ baseId }) => baseId),
      showImport,
    );
    return { ...answer, ...(await envelopeOf(ctx, base)) };
  },
});
