import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { RuleAmbiguous, RuleNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ownRule, showRule } from "../rule.ts";
import { RuleId, ShownRule } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "rules.show",
  summary: "Show a rule and what it has done",
  description:
    "`lastError` is its last error, of a run or of the filter, and `lastSkipReason` says why it skipped an event.",
  input: T.Object({ id: RuleId }),
  output: T.Object({ rule: described(ShownRule, "The rule") }),
  errors: [RuleNotFound, RuleAmbiguous],
  examples: [{ title: "Show a rule", input: { id: "ask me" } }],
  resource: ({ id }) => id,
  run: async (ctx, { id }) => ({ rule: await showRule(ctx, await ownRule(ctx, id)) }),
});
