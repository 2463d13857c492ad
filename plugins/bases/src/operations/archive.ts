import { defineCommand, T } from "@postern/core";
import { baseOf, frameOf, isoOf, showBase, toldBase } from "../base.ts";
import { bases } from "../collections.ts";
import { BaseAmbiguous, BaseNotFound } from "../errors.ts";
import { baseArchived } from "../events.ts";
import { group } from "../group.ts";
import { Base, BaseRef, frame } from "../schemas.ts";

export const archive = defineCommand(group, {
  id: "bases.archive",
  summary: "Archive a base: its rows are read, and take no changes",
  input: T.Object({ base: BaseRef }),
  output: T.Object({ base: Base, ...frame }),
  errors: [BaseNotFound, BaseAmbiguous],
  examples: [{ title: "One base", input: { base: "leads" } }],
  resource: ({ base }) => base,
  async plan(ctx, { base: ref }) {
    const { id, slug } = await baseOf(ctx, ref);
    return { summary: `Archive the base ${slug}`, baseId: id };
  },
  async execute(ctx, { baseId }) {
    const before = await baseOf(ctx, baseId);
    const isSame = before.status === "archived";
    const changed = { ...before, status: "archived" as const, version: before.version + 1, updatedAt: isoOf(ctx.now) };
    const base = isSame ? before : changed;
    if (!isSame) {
      await ctx.store.put(bases, base);
      ctx.emit(baseArchived, { base: await toldBase(ctx.store, base) });
    }
    return { base: await showBase(ctx, base), ...(await frameOf(ctx, base)) };
  },
});
