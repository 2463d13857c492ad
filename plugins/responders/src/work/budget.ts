import type { MutableRecords, PluginTransaction, Reads } from "@postern/core";
import { agentBudgets, type ResponderRecord, type UsageRecord, usages } from "../collections.ts";
import { BudgetExceeded } from "../errors.ts";
import type { StoredBudget, Usage } from "../schemas.ts";
import type { Tokens } from "../services.ts";

const DAY = 24 * 60 * 60 * 1_000;
/** Prices are for so many tokens. */
const MILLION = 1_000_000;

/** The day of a time in UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Milliseconds until the next day in UTC, when budgets start again. */
export const untilTomorrow = (now: number): number => DAY - (now % DAY);

/** What a responder (`responder:<id>`) or an agent (`agent:<id>`) used today. */
export async function usageOf(store: Reads, subject: string, now: number): Promise<Usage> {
  const { subject: _, ...usage } = (await store.get(usages, subject, dayOf(now))) ?? nothing(subject, dayOf(now));
  return usage;
}

const nothing = (subject: string, day: string): UsageRecord => ({ subject, day, turns: 0, tokens: 0, cost: 0 });

/** What is added to the use of a day. */
interface Use {
  readonly turns: number;
  readonly tokens: Tokens;
}

const NO_TOKENS: Tokens = { input: 0, output: 0 };

/** The budgets that limit the answers of a responder to the turns of one agent. */
export interface Budgets {
  readonly responder: Pick<ResponderRecord, "id" | "budget">;
  readonly agentId: string;
}

/** Counts a turn, or throws if a budget does not allow it. */
export const reserveTurn = (ctx: PluginTransaction, budgets: Budgets): Promise<void> =>
  addUse(ctx, budgets, { turns: 1, tokens: NO_TOKENS }, true);

/** Reserves tokens before a request, or throws if a budget does not allow them. */
export const reserveTokens = (ctx: PluginTransaction, budgets: Budgets, tokens: Tokens): Promise<void> =>
  addUse(ctx, budgets, { turns: 0, tokens }, true);

/** Replaces reserved tokens by those that were used. */
export const settleTokens = (ctx: PluginTransaction, budgets: Budgets, reserved: Tokens, used: Tokens): Promise<void> =>
  addUse(
    ctx,
    budgets,
    { turns: 0, tokens: { input: used.input - reserved.input, output: used.output - reserved.output } },
    false,
  );

/** Gives a turn back that was not answered because the gateway stops. */
export const returnTurn = (ctx: PluginTransaction, budgets: Budgets): Promise<void> =>
  addUse(ctx, budgets, { turns: -1, tokens: NO_TOKENS }, false);

async function addUse(
  { store, now }: PluginTransaction,
  { responder: { id, budget = {} }, agentId }: Budgets,
  use: Use,
  isLimited: boolean,
): Promise<void> {
  const ofAgent = await store.get(agentBudgets, agentId);
  const cost = costOf(use.tokens, budget);
  await addTo(store, `responder:${id}`, now, use, cost, isLimited ? budget : {});
  await addTo(store, `agent:${agentId}`, now, use, cost, isLimited ? (ofAgent ?? {}) : {});
}

async function addTo(
  store: MutableRecords,
  subject: string,
  now: number,
  { turns, tokens }: Use,
  cost: number,
  limits: Pick<StoredBudget, "turns" | "tokens" | "cost">,
): Promise<void> {
  const day = dayOf(now);
  const before = (await store.get(usages, subject, day)) ?? nothing(subject, day);
  const after: UsageRecord = {
    subject,
    day,
    turns: Math.max(0, before.turns + turns),
    tokens: Math.max(0, before.tokens + tokens.input + tokens.output),
    cost: Math.max(0, before.cost + cost),
  };
  for (const what of ["turns", "tokens", "cost"] as const) {
    const most = limits[what];
    if (most !== undefined && after[what] > most) throw exceeded(subject, `${what} ${before[what]} of ${most}`);
  }
  await store.put(usages, after);
}

const costOf = ({ input, output }: Tokens, { inputPrice = 0, outputPrice = 0 }: StoredBudget): number =>
  (input * inputPrice + output * outputPrice) / MILLION;

const exceeded = (subject: string, limit: string) => BudgetExceeded({ subject: subject.replace(":", " "), limit });

/** Deletes the use of days before `day`. */
export async function forgetUse({ store }: PluginTransaction, day: string): Promise<void> {
  const { items } = await store.find(usages, { by: "byDay", to: [day], limit: 500 });
  for (const { subject, day } of items) await store.delete(usages, subject, day);
}
