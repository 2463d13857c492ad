import { type Caller, defineCommand, T } from "@postern/core";
import { creatorOf } from "@postern/kit/access";
import { Action, ActionKeyRefused, issueActionKey, revokeActionKey } from "@postern/kit/actions";
import { described, restoring } from "@postern/kit/fields";
import { type RuleRecord, rules } from "../collections.ts";
import { ContextEnded, FilterInvalid, NameTaken, RuleAmbiguous, RuleNotFound, TypeNotFound } from "../errors.ts";
import { ruleUpdated } from "../events.ts";
import { group } from "../group.ts";
import type { Executing, Planning } from "../host.ts";
import { clearProblems } from "../outcome.ts";
import { ownRule, putRule, ruleIdIn, rulesIn, showRule, toRule } from "../rule.ts";
import { AllowUnknown, NewName, On, RuleId, ShownRule, When } from "../schemas.ts";
import { checkedAction, checkSettings, planAction, settingsOf } from "../settings.ts";

export const update = defineCommand(group, {
  id: "rules.update",
  summary: "Update a rule",
  description:
    "Omitted fields stay unchanged. `on`, `when` and `action` are replaced as a whole; `when: {}` clears it. A new action gets a new key, derived from the key that created the rule. Waiting runs follow the new settings.",
  properties: ["lasting"],
  input: T.Object({
    id: RuleId,
    name: T.Optional(described(NewName, "New name of the rule, unique among the rules of its context")),
    on: T.Optional(On),
    action: T.Optional(described(Action, "Operation to run")),
    when: T.Optional(When),
    allowUnknown: AllowUnknown,
  }),
  output: T.Object({ rule: described(ShownRule, "The rule") }),
  errors: [RuleNotFound, RuleAmbiguous, NameTaken, TypeNotFound, FilterInvalid, ContextEnded, ActionKeyRefused],
  examples: [
    { title: "At most ten runs an hour", input: { id: "ask me", when: { rate: { count: 10, perMs: 3_600_000 } } } },
  ],
  resource: ruleIdIn,
  resources: rulesIn,
  async plan(ctx, { id, name, ...given }) {
    const { store } = ctx;
    const before = await ownRule(ctx, id);
    await checkSettings(ctx, given);
    const owner = await ownerOf(ctx, before);
    if (given.action) await planAction(ctx, owner, given.action);
    const same = name === undefined ? undefined : await store.one(rules, "byOwner", before.contextId, name);
    if (name !== undefined && same && same.id !== before.id) throw NameTaken({ name, id: same.id });
    return { summary: `Update the rule "${before.name}"`, updatedAt: before.updatedAt };
  },
  async undo(ctx, _plan, { id: text, allowUnknown: _, ...given }) {
    const before = await ownRule(ctx, text);
    const fields = restoring(given, before, { when: {} });
    return fields && { operation: "rules.update", input: { id: before.id, ...fields, allowUnknown: true } };
  },
  async execute(ctx, _plan, { id, name, on, when, action, allowUnknown }) {
    const { now, emit } = ctx;
    const before = await ownRule(ctx, id);
    await checkSettings(ctx, { on, when, allowUnknown });
    const owner = await ownerOf(ctx, before);
    const { on: oldOn, when: oldWhen, ...rest } = before;
    let record: RuleRecord = {
      ...rest,
      ...settingsOf({ on: on ?? oldOn, when: when ?? oldWhen }),
      name: name ?? before.name,
      updatedAt: now,
    };
    if (action) {
      const checked = checkedAction(ctx, owner, action);
      await revokeActionKey(ctx, before.actionContextId);
      const key = await issueActionKey(ctx, owner, `rule ${record.name}`, [checked], before.actionContextId);
      record = { ...record, action, isProposal: checked.isProposal, actionContextId: key.contextId };
    }
    clearProblems(ctx, record.id);
    await putRule(ctx, record);
    emit(ruleUpdated, { rule: toRule(record) });
    return { rule: await showRule(ctx, record) };
  },
});

/** The context that created a rule, whose rights decide what the rule may do, whoever changes it. */
async function ownerOf({ store, now }: Planning | Executing, rule: RuleRecord): Promise<Caller> {
  const owner = await creatorOf(store, rule, now);
  if (!owner) throw ContextEnded({ contextId: rule.contextId });
  return owner;
}
