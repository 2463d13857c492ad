import { defineQuery, omitUndefined, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import type { RecordName } from "@postern/kit/sync";
import { tracked } from "../collections.ts";
import { conflictOf } from "../conflicts.ts";
import { ConflictNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { summaryOf } from "../records/conflict.ts";
import { wireOf } from "../records/unknown.ts";
import { Conflict, ConflictSummary } from "../schemas.ts";

export const conflictsShow = defineQuery(group, {
  id: "sync.conflicts.show",
  summary: "Show a conflict with the current and the losing version of the record",
  description: "The response contains records of other groups, so the scope sync:exchange is required.",
  scope: "sync:exchange",
  input: T.Object({ id: ConflictSummary.properties.id }),
  output: T.Object({ conflict: described(Conflict, "The conflict") }),
  errors: [ConflictNotFound],
  examples: [{ title: "Show a conflict", input: { id: "conflict_0123456789abcdef01234567" } }],
  async run(ctx, { id }) {
    const found = await conflictOf(ctx.store, id);
    const domain = ctx.state.domains.get(found.domain);
    const at = found.name as unknown as RecordName;
    const known = await ctx.store.get(tracked, found.domain, ...at);
    const current = domain && (await wireOf(domain, ctx.store, at, known?.extra));
    return { conflict: omitUndefined({ ...summaryOf(found), current, lost: found.lost }) };
  },
});
