import { defineCommand, T } from "@postern/core";
import { creatorOf } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { ContextEnded, RuleAmbiguous, RuleNotFound } from "../errors.ts";
import { ruleEnabled } from "../events.ts";
import { group } from "../group.ts";
import { ownRule, putRule, ruleIdIn, rulesIn, showRule, toRule } from "../rule.ts";
import { RuleId, ShownRule } from "../schemas.ts";

export const enable = defineCommand(group, {
  id: "rules.enable",
  summary: "Enable a rule",
  description:
    "Events that happened while it was disabled cause no runs. If the rule is already enabled, nothing changes.",
  properties: ["lasting"],
  input: T.Object({ id: RuleId }),
  output: T.Object({ rule: described(ShownRule, "The rule") }),
  errors: [RuleNotFound, RuleAmbiguous, ContextEnded],
  examples: [{ title: "Enable a rule", input: { id: "ask me" } }],
  resource: ruleIdIn,
  resources: rulesIn,
  async plan(ctx, { id }) {
    const rule = await ownRule(ctx, id);
    if (!(await creatorOf(ctx.store, rule, ctx.now))) throw ContextEnded({ contextId: rule.contextId });
    return { summary: `Enable the rule "${rule.name}"` };
  },
  async undo(ctx, _plan, { id: text }) {
    const { id, status } = await ownRule(ctx, text);
    return status === "disabled" ? { operation: "rules.disable", input: { id } } : undefined;
  },
  async execute(ctx, _plan, { id }) {
    const before = await ownRule(ctx, id);
    if (before.status === "enabled") return { rule: await showRule(ctx, before) };
    const { statusReason: _, ...rest } = before;
    const record = { ...rest, status: "enabled" as const, since: ctx.number, updatedAt: ctx.now };
    await putRule(ctx, record);
    ctx.emit(ruleEnabled, { rule: toRule(record) });
    return { rule: await showRule(ctx, record) };
  },
});
