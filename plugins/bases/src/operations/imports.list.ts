import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { listOf, reached, within } from "@postern/core/paging";
import { baseIdIn, baseOf, frameOf } from "../base.ts";
import { BaseAmbiguous, BaseNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { BaseRef, frame } from "../schemas.ts";
import { Import, ImportState, imports, showImport } from "../transfer/import.ts";

const Imports = listOf("imports", Import);

export const importsList = defineQuery(group, {
  id: "bases.imports.list",
  summary: "List imports, newest first",
  description: "Filter by base or state.",
  input: T.Object({
    base: T.Optional(BaseRef),
    state: T.Optional(described(ImportState, "Its state")),
    ...Imports.fields,
  }),
  narrowed: true,
  output: T.Object({ ...Imports.output.properties, ...frame }),
  errors: [BaseNotFound, BaseAmbiguous],
  examples: [
    { title: "All", input: {} },
    { title: "Those that go on", input: { state: "running" } },
  ],
  resource: baseIdIn,
  async run(ctx, { base: ref, state, ...page }) {
    const base = ref === undefined ? undefined : await baseOf(ctx, ref);
    const byState = state === undefined ? undefined : ["state", state];
    const byBase = base && (state === undefined ? ["base", base.id] : ["both", base.id, state]);
    const prefix = byBase ?? byState;
    // A query reads one moment and commits nothing, so a unchecked is exact.
    const store = ctx.store.unchecked;
    const place = { reverse: true, ...(prefix && { by: "byView" as const, prefix }) };
    const answer = await Imports.answer(
      page,
      reached(within(store, imports, place), ctx.caller, "bases.imports.list", ({ baseId }) => baseId),
      showImport,
    );
    return { ...answer, ...(await frameOf(ctx, base)) };
  },
});
