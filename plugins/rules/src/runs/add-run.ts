import { causedBy, type GatewayEvent, type Transacting } from "@postern/core";
import { needs, type RuleRecord } from "../collections.ts";
import { noteSkip } from "../outcome.ts";
import { placeOf } from "../place.ts";
import { endOfQuiet } from "../when/quiet-time.ts";
import { allowRun } from "../when/rate.ts";
import { isWithinChain } from "./chain.ts";
import { runs } from "./queue.ts";

type Head = Omit<GatewayEvent, "data" | "source">;

/**
 * Stages a run of a rule after an event, the last of `events`, unless its limits forbid it: then the event is counted as
 * skipped. Whether it happened in a quiet time is decided by the time of the event, whenever it is read.
 */
export async function addRun(
  ctx: Transacting,
  rule: RuleRecord,
  event: Head,
  { events, chainRuns }: { events: number; chainRuns: number },
): Promise<void> {
  const { quietTime, rate } = rule.when ?? {};
  const isQuiet = quietTime?.during === "skip" && endOfQuiet(quietTime, Date.parse(event.time)) !== undefined;
  if (isQuiet) return noteSkip(ctx, rule.id, "quiet_time");
  const dueAt = (quietTime && endOfQuiet(quietTime, ctx.now)) ?? ctx.now;
  if (rate && !(await allowRun(ctx, rule.id, rate, dueAt))) return noteSkip(ctx, rule.id, "rate");
  if (!(await isWithinChain(ctx, rule, event, chainRuns))) return noteSkip(ctx, rule.id, "chain");
  const id = await runs.add(
    ctx,
    { rule: rule.id, event: event.id, type: event.type, events },
    { key: `${rule.id}@${event.id}`, once: true, delay: dueAt - ctx.now, cause: causedBy(event) },
  );
  await ctx.store.put(needs, { ...placeOf(event.id), of: id, ruleId: rule.id, at: ctx.now, events });
}
