import type { MutableRecords, PluginTransaction, Reads } from "@postern/core";
import { agentBudgets, type ResponderRecord, usageDays, used } from "../collections.ts";
import { BudgetExceeded } from "../errors.ts";
import type { StoredBudget, Usage } from "../schemas.ts";
import type { Tokens } from "../services.ts";

const DAY = 24 * 60 * 60 * 1_000;
/** Prices are for so many tokens, and cost is counted in millionths. */
const MILLION = 1_000_000;
const WHAT = ["turns", "tokens", "cost"] as const;
type Amounts = Readonly<Record<(typeof WHAT)[number], number>>;

/** The day of a time in UTC. */
export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const slotOf = (day: string): number => (Date.parse(day) / DAY) % 2;

/** Milliseconds until the next day in UTC, when budgets start again. */
export const untilTomorrow = (now: number): number => DAY - (now % DAY);

/** What a responder (`responder:<id>`) or an agent (`agent:<id>`) used today. */
export async function usageOf(store: Reads, subject: string, now: number): Promise<Usage> {
  const day = dayOf(now);
  const slot = slotOf(day);
  const isCounted = (await store.get(usageDays, subject, slot))?.day === day;
  const sum = async (what: string) => (isCounted ? Math.max(0, await store.sum(used, subject, slot, what)) : 0);
  return { day, turns: await sum("turns"), tokens: await sum("tokens"), cost: (await sum("cost")) / MILLION };
}

/** The budgets that limit the answers of a responder to the turns of one agent. */
export interface Budgets {
  readonly responder: Pick<ResponderRecord, "id" | "budget">;
  readonly agentId: string;
}

/** Counts a turn, or throws if a budget does not allow it. */
export const reserveTurn = (ctx: PluginTransaction, budgets: Budgets): Promise<void> =>
  addUse(ctx, budgets, dayOf(ctx.now), { turns: 1, tokens: 0, cost: 0 }, true);

/** Gives a turn back that was not answered because the gateway stops. */
export const returnTurn = (ctx: PluginTransaction, budgets: Budgets): Promise<void> =>
  addUse(ctx, budgets, dayOf(ctx.now), { turns: -1, tokens: 0, cost: 0 }, false);

/** What was reserved, and on which day. */
export interface Reservation {
  readonly day: string;
  readonly tokens: Tokens;
}

/** Reserves tokens before a request, or throws if a budget does not allow them. */
export async function reserveTokens(ctx: PluginTransaction, budgets: Budgets, tokens: Tokens): Promise<Reservation> {
  const day = dayOf(ctx.now);
  await addUse(ctx, budgets, day, amountsOf(tokens, budgets), true);
  return { day, tokens };
}

/** The tokens that a kind reports as used. A count that is not a whole number of tokens is replaced by what was reserved. */
export const countable = (now: Tokens, { tokens }: Reservation): Tokens => ({
  input: isCount(now.input) ? now.input : tokens.input,
  output: isCount(now.output) ? now.output : tokens.output,
});

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** Replaces reserved tokens by those that were used. */
export function settleTokens(
  ctx: PluginTransaction,
  budgets: Budgets,
  { day, tokens }: Reservation,
  now: Tokens,
): Promise<void> {
  const [before, after] = [amountsOf(tokens, budgets), amountsOf(now, budgets)];
  const change = { turns: 0, tokens: after.tokens - before.tokens, cost: after.cost - before.cost };
  return addUse(ctx, budgets, day, change, false);
}

function amountsOf({ input, output }: Tokens, { responder: { budget = {} } }: Budgets): Amounts {
  const { inputPrice = 0, outputPrice = 0 } = budget;
  return { turns: 0, tokens: input + output, cost: Math.ceil(input * inputPrice + output * outputPrice) };
}

async function addUse(
  { store }: PluginTransaction,
  { responder: { id, budget = {} }, agentId }: Budgets,
  day: string,
  amounts: Amounts,
  isLimited: boolean,
): Promise<void> {
  const ofAgent = isLimited ? await store.get(agentBudgets, agentId) : undefined;
  await addTo(store, `responder:${id}`, day, amounts, isLimited ? budget : {});
  await addTo(store, `agent:${agentId}`, day, amounts, ofAgent ?? {});
}

async function addTo(
  store: MutableRecords,
  subject: string,
  day: string,
  amounts: Amounts,
  limits: Pick<StoredBudget, "turns" | "tokens" | "cost">,
): Promise<void> {
  const slot = slotOf(day);
  const counted = await store.get(usageDays, subject, slot);
  // What is settled days later no longer changes anything.
  if (counted && counted.day > day) return;
  if (counted?.day !== day) {
    for (const what of WHAT) store.add(used, -(await store.sum(used, subject, slot, what)), subject, slot, what);
    await store.put(usageDays, { subject, slot, day });
  }
  for (const what of WHAT) {
    const most = limits[what];
    if (most !== undefined) {
      const unit = what === "cost" ? MILLION : 1;
      const before = await store.sum(used, subject, slot, what);
      if (before + amounts[what] > most * unit) throw exceeded(subject, `${what} ${before / unit} of ${most}`);
    }
    if (amounts[what] !== 0) store.add(used, amounts[what], subject, slot, what);
  }
}

const exceeded = (subject: string, limit: string) => BudgetExceeded({ subject: subject.replace(":", " "), limit });
