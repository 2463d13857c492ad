import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { RuleAmbiguous, RuleNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ownRule, ruleIdIn, showRule } from "../rule.ts";
import { RuleId, ShownRule } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "rules.show",
  summary: "Show a rule with its last results",
  description:
    "`lastError` is the last error of a run or the filter; `lastSkipReason` is the reason of the last skipped event.",
  input: T.Object({ id: RuleId }),
  output: T.Object({ rule: described(ShownRule, "The rule") }),
  errors: [RuleNotFound, RuleAmbiguous],
  examples: [{ title: "Show a rule", input: { id: "ask me" } }],
  resource: ruleIdIn,
  run: async (ctx, { id }) => ({ rule: await showRule(ctx, await ownRule(ctx, id)) }),
});
