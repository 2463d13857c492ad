import type { GatewayEvent, Transacting } from "@postern/core";
import { debounced, keptEvents, needs, type RuleRecord, rules } from "../collections.ts";
import { releaseEvent } from "../kept-event.ts";
import { idOf, type Place, placeOf } from "../place.ts";
import { dropDebounced } from "../rule.ts";
import { addRun } from "../runs/add-run.ts";

/**
 * Stages that a rule waits for further events after this one. An event that comes after the delay does not belong to
 * those before it, also if all of them are read only later.
 */
export async function waitForMore(
  ctx: Transacting,
  rule: RuleRecord,
  event: Omit<GatewayEvent, "data" | "source">,
  { delay, chainRuns }: { delay: number; chainRuns: number },
): Promise<void> {
  const { store, now } = ctx;
  const happenedAt = Date.parse(event.time);
  const before = await store.get(debounced, rule.id);
  const isOver = before !== undefined && happenedAt >= before.dueAt;
  if (isOver) await runDebounced(ctx, rule, before, chainRuns);
  else if (before) {
    await dropDebounced(ctx, rule.id);
    await releaseEvent(ctx, before);
  }
  const at = placeOf(event.id);
  const events = isOver ? 1 : (before?.events ?? 0) + 1;
  await store.put(debounced, { ruleId: rule.id, ...at, events, dueAt: happenedAt + delay, delay });
  await store.put(needs, { ...at, of: `debounced:${rule.id}`, ruleId: rule.id, at: now, events });
}

/** Stages the run of a rule whose delay is over. Returns false if it is not. */
export async function runIfDue(ctx: Transacting, ruleId: string, chainRuns: number): Promise<boolean> {
  const waiting = await ctx.store.get(debounced, ruleId);
  if (!waiting) return false;
  if (waiting.dueAt > ctx.now + waiting.delay) {
    // The clock was set back.
    await ctx.store.put(debounced, { ...waiting, dueAt: ctx.now + waiting.delay });
    return false;
  }
  if (waiting.dueAt > ctx.now) return false;
  const rule = await ctx.store.get(rules, ruleId);
  if (rule?.status === "enabled") await runDebounced(ctx, rule, waiting, chainRuns);
  else await dropDebounced(ctx, ruleId);
  await releaseEvent(ctx, waiting);
  return true;
}

async function runDebounced(
  ctx: Transacting,
  rule: RuleRecord,
  waiting: Place & { events: number },
  chainRuns: number,
): Promise<void> {
  const event = await ctx.store.get(keptEvents, waiting.number, waiting.place);
  await dropDebounced(ctx, rule.id);
  if (event) await addRun(ctx, rule, { ...event, id: idOf(waiting) }, { events: waiting.events, chainRuns });
}
