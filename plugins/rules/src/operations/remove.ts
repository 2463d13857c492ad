import { defineCommand, T } from "@postern/core";
import { revokeActionKey } from "@postern/kit/actions";
import { described } from "@postern/kit/fields";
import { needs, recentRuns, ruleChanges, rules } from "../collections.ts";
import { RuleAmbiguous, RuleNotFound } from "../errors.ts";
import { ruleRemoved } from "../events.ts";
import { group } from "../group.ts";
import { forgetOutcome } from "../outcome.ts";
import { dropDebounced, ownRule, ruleIdIn, rulesIn, toRule } from "../rule.ts";
import { runs } from "../runs/queue.ts";
import { Rule, RuleId } from "../schemas.ts";

/** What further runs needed is removed later by the sweep. */
const MAX_NEEDS = 10_000;

export const remove = defineCommand(group, {
  id: "rules.remove",
  summary: "Remove a rule with its key and its waiting runs",
  description: "The answer has everything needed to create it again.",
  effect: "destroy",
  dryRunByDefault: true,
  input: T.Object({ id: RuleId }),
  output: T.Object({
    rule: described(Rule, "The rule that was removed"),
    discarded: T.Integer({ description: "Number of waiting or dead runs that were discarded" }),
  }),
  errors: [RuleNotFound, RuleAmbiguous],
  examples: [{ title: "Remove a rule", input: { id: "ask me" } }],
  resource: ruleIdIn,
  resources: rulesIn,
  async plan(ctx, { id }) {
    const { name, action } = await ownRule(ctx, id);
    return { summary: `Remove the rule "${name}", which runs ${action.operation}` };
  },
  async execute(ctx, _plan, { id: text }) {
    const { store, emit } = ctx;
    const record = await ownRule(ctx, text);
    const { id } = record;
    const discarded = await runs.discardAbout(ctx, id);
    await revokeActionKey(ctx, record.actionContextId);
    await dropDebounced(ctx, id);
    // Runs that have begun have all they need. What is added meanwhile is swept.
    const { items } = await store.unchecked.find(needs, { by: "byRule", prefix: [id], limit: MAX_NEEDS });
    for (const { number, place, of } of items) await store.delete(needs, number, place, of);
    await store.delete(recentRuns, id);
    await forgetOutcome(ctx, id);
    await store.delete(rules, id);
    store.add(ruleChanges, 1);
    const rule = toRule(record);
    emit(ruleRemoved, { rule });
    return { rule, discarded };
  },
});
