import { defineCommand, T } from "@postern/core";
import { baseOf, shelveBase } from "../base.ts";
import { BaseAmbiguous, BaseNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Base, BaseRef, frame } from "../schemas.ts";

export const unarchive = defineCommand(group, {
  id: "bases.unarchive",
  summary: "Take a base back from the archive",
  input: T.Object({ base: BaseRef }),
  output: T.Object({ base: Base, ...frame }),
  errors: [BaseNotFound, BaseAmbiguous],
  examples: [{ title: "One base", input: { base: "leads" } }],
  resource: ({ base }) => base,
  async plan(ctx, { base: ref }) {
    const { id, slug } = await baseOf(ctx, ref);
    return { summary: `Unarchive the base ${slug}`, baseId: id };
  },
  execute: (ctx, { baseId }) => shelveBase(ctx, baseId, false),
});
