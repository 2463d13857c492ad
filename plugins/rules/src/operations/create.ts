import { defineCommand, T } from "@postern/core";
import { isOwnCaller } from "@postern/kit/access";
import { Action, ActionKeyRefused, issueActionKey } from "@postern/kit/actions";
import { readableTypes } from "@postern/kit/cloudevents";
import { described } from "@postern/kit/fields";
import { type RuleRecord, rules } from "../collections.ts";
import { FilterInvalid, NameTaken, TooManyRules, TypeNotFound } from "../errors.ts";
import { ruleCreated } from "../events.ts";
import { group } from "../group.ts";
import { MAX_RULES } from "../match/rule-index.ts";
import { putRule, showRule, toRule } from "../rule.ts";
import { AllowUnknown, NewName, On, ShownRule, When } from "../schemas.ts";
import { checkedAction, checkSettings, planAction, settingsOf } from "../settings.ts";

export const create = defineCommand(group, {
  id: "rules.create",
  summary: "Create a rule that runs an operation after events",
  description:
    "It sees events from now on, as long as your key may read them. It runs the operation with its own key, which is derived from yours and allows only this operation.",
  properties: ["lasting"],
  input: T.Object({
    name: NewName,
    on: On,
    action: described(Action, "Operation to run, with templates for its input: `event`, `run` and `rule`"),
    when: T.Optional(When),
    allowUnknown: AllowUnknown,
  }),
  output: T.Object({ rule: described(ShownRule, "The rule") }),
  errors: [TypeNotFound, FilterInvalid, NameTaken, TooManyRules, ActionKeyRefused],
  examples: [
    {
      title: "Disable another rule when a command fails",
      input: {
        name: "stop after failures",
        on: {
          types: ["gateway.command.executed"],
          filter: 'event.data.operation == "calendars.sync" && event.data.outcome != "done"',
        },
        action: { operation: "rules.disable", input: { id: "ask me" } },
      },
    },
    {
      title: "A task for each event in a calendar, but not at night",
      input: {
        name: "ask me",
        on: { types: ["calendars.event.created"] },
        action: { operation: "tasks.create", input: { title: "Answer the invitation {{event.data.eventId}}" } },
        when: { quietTime: { from: "22:00", to: "07:00", timezone: "Europe/Berlin" } },
      },
    },
  ],
  async plan(ctx, { name, on, when, action, allowUnknown }) {
    const { store, caller, services } = ctx;
    await checkSettings(ctx, { on, when, allowUnknown });
    const { isProposal } = await planAction(ctx, caller, action);
    if ((await store.count(rules, { limit: MAX_RULES })) >= MAX_RULES) throw TooManyRules({ limit: MAX_RULES });
    const same = await store.one(rules, "byOwner", caller.contextId, name);
    if (same) throw NameTaken({ name, id: same.id });
    const events = readableTypes(caller, services.gateway.manifest, on.types);
    const verb = isProposal ? "propose" : "run";
    const summary = `Create the rule "${name}": after ${events.length} event types that this key may read, ${verb} ${action.operation}`;
    return { summary, events };
  },
  undo:
    () =>
    ({ rule }) => ({ operation: "rules.remove", input: { id: rule.id } }),
  async execute(ctx, _plan, { name, action, ...input }) {
    const { store, caller, now, number, id, emit } = ctx;
    await checkSettings(ctx, input);
    const checked = checkedAction(ctx, caller, action);
    const key = await issueActionKey(ctx, caller, `rule ${name}`, [checked]);
    const isOwn = await isOwnCaller(store, caller);
    const record: RuleRecord = {
      id: id("rule_"),
      name,
      status: "enabled",
      ...settingsOf(input),
      action,
      isProposal: checked.isProposal,
      contextId: caller.contextId,
      actionContextId: key.contextId,
      createdAt: now,
      updatedAt: now,
      since: number,
      ...(isOwn && { isOwn }),
    };
    await putRule(ctx, record);
    emit(ruleCreated, { rule: toRule(record) });
    return { rule: await showRule(ctx, record) };
  },
});
