import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { RuleAmbiguous, RuleNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { disableRule, ownRule, ruleIdIn, rulesIn, showRule } from "../rule.ts";
import { RuleId, ShownRule } from "../schemas.ts";

export const disable = defineCommand(group, {
  id: "rules.disable",
  summary: "Disable a rule",
  description: "Discards its waiting runs. If the rule is already disabled, nothing changes.",
  properties: ["restricts"],
  input: T.Object({ id: RuleId }),
  output: T.Object({ rule: described(ShownRule, "The rule") }),
  errors: [RuleNotFound, RuleAmbiguous],
  examples: [{ title: "Disable a rule", input: { id: "ask me" } }],
  resource: ruleIdIn,
  resources: rulesIn,
  async plan(ctx, { id }) {
    const { name } = await ownRule(ctx, id);
    return { summary: `Disable the rule "${name}" and discard its waiting runs` };
  },
  async undo(ctx, _plan, { id: text }) {
    const { id, status } = await ownRule(ctx, text);
    return status === "enabled" ? { operation: "rules.enable", input: { id } } : undefined;
  },
  async execute(ctx, _plan, { id }) {
    const before = await ownRule(ctx, id);
    await disableRule(ctx, before.id, "asked");
    return { rule: await showRule(ctx, await ownRule(ctx, before.id)) };
  },
});
