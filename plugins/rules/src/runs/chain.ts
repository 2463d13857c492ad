import type { GatewayEvent, Transacting } from "@postern/core";
import { chains, problems, type RuleRecord } from "../collections.ts";
import { chainStopped } from "../events.ts";
import { noteError } from "../outcome.ts";

type Caused = Pick<GatewayEvent, "id"> & Partial<Pick<GatewayEvent, "correlationId" | "depth">>;

/**
 * Whether a rule may run after an event, within the budget of the chain of causes that the event belongs to: rules that
 * cause each other several times over would otherwise act without end. What nothing has caused is not limited. The event
 * that uses up a budget is reported once.
 */
export async function isWithinChain(
  ctx: Transacting,
  rule: RuleRecord,
  { id, correlationId = id, depth = 0 }: Caused,
  limit: number,
): Promise<boolean> {
  if (depth === 0) return true;
  const { store, now } = ctx;
  const chain = (await store.get(chains, correlationId)) ?? { correlationId, runs: 0, at: now };
  if (chain.runs > limit) return false;
  await store.put(chains, { ...chain, runs: chain.runs + 1, at: now });
  if (chain.runs < limit) return true;
  await noteError(ctx, rule.id, `loop: rules have run ${limit} times because of the event ${correlationId}`);
  store.place(problems, ["loop", rule.id], [now]);
  const { id: ruleId, contextId } = rule;
  ctx.emit(chainStopped, { ruleId, contextId, eventId: id, correlationId, runs: limit });
  return false;
}
