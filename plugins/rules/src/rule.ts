import { type Caller, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { canAccessCreated } from "@postern/kit/access";
import { debounced, needs, type RuleRecord, ruleChanges, rules } from "./collections.ts";
import { RuleAmbiguous, RuleNotFound } from "./errors.ts";
import { ruleDisabled } from "./events.ts";
import { outcomeOf } from "./outcome.ts";
import { runs } from "./runs/queue.ts";
import { Rule, type ShownRule, type StatusReason } from "./schemas.ts";

/** More rules with one name than an error lists. */
const MAX_NAMED = 10;

/** The rule with an id or name, or 404 if it does not exist or the caller may not see it. Names of its own come first. */
export async function ownRule({ store, caller }: { store: Reads; caller: Caller }, text: string): Promise<RuleRecord> {
  const found = (await store.get(rules, text)) ?? (await store.one(rules, "byOwner", caller.contextId, text));
  if (found && (await canAccessCreated(store, caller, found.contextId))) return found;
  const seen: RuleRecord[] = [];
  const { items } = await store.find(rules, { by: "byExactName", prefix: [text], limit: 1_000 });
  for (const rule of items) if (await canAccessCreated(store, caller, rule.contextId)) seen.push(rule);
  const [only, ...others] = seen;
  if (!only) throw RuleNotFound({ rule: text });
  if (others.length > 0) throw RuleAmbiguous({ name: text, ids: seen.slice(0, MAX_NAMED).map(({ id }) => id) });
  return only;
}

const MEMBERS = Object.keys(Rule.properties) as (keyof Rule)[];

/** A rule as events carry it, with its members in the order of the schema. */
export const toRule = (record: RuleRecord): Rule =>
  omitUndefined(Object.fromEntries(MEMBERS.map((member) => [member, record[member]]))) as Rule;

/** A rule as callers see it. */
export async function showRule({ store }: { store: Reads }, record: RuleRecord): Promise<ShownRule> {
  return omitUndefined({ ...toRule(record), ...(await outcomeOf(store, record.id)) });
}

/** Stages a rule and counts the change. */
export async function putRule({ store }: Pick<Transacting, "store">, record: RuleRecord): Promise<void> {
  await store.put(rules, record);
  store.add(ruleChanges, 1);
}

/** Disables a rule and discards its waiting runs, in the caller's transaction. */
export async function disableRule(ctx: Transacting, id: string, statusReason: StatusReason): Promise<void> {
  const before = await ctx.store.get(rules, id);
  if (!before || before.status === "disabled") return;
  const record = { ...before, status: "disabled" as const, statusReason, updatedAt: ctx.now };
  await putRule(ctx, record);
  await runs.cancelAbout(ctx, id, "The rule was disabled", ["waiting"]);
  await dropDebounced(ctx, id);
  ctx.emit(ruleDisabled, { rule: toRule(record), reason: statusReason });
}

/** Discards the event with which a rule waits for further ones. */
export async function dropDebounced({ store }: Pick<Transacting, "store">, ruleId: string): Promise<void> {
  const waiting = await store.get(debounced, ruleId);
  if (!waiting) return;
  await store.delete(debounced, ruleId);
  await store.delete(needs, waiting.number, waiting.place, `debounced:${ruleId}`);
}

/** The resource for limited grants: only an id, because a name can later belong to another rule. */
export const ruleIdIn = ({ id }: { id: string }): string | undefined =>
  /^rule_[0-9a-f]{24}$/.test(id) ? id : undefined;

/** The rule that a call names by its id or name, for policies. */
export const rulesIn = async (ctx: Parameters<typeof ownRule>[0], { id }: { id: string }): Promise<string[]> => [
  (await ownRule(ctx, id)).id,
];
