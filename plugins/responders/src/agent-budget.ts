import type { Reads } from "@postern/core";
import type { AgentBudget } from "./schemas.ts";
import { usageOf } from "./work/budget.ts";

/** The budget of an agent with what was used today. */
export async function showAgentBudget(
  { store, now }: { store: Reads; now: number },
  budget: Omit<AgentBudget, "usage">,
): Promise<AgentBudget> {
  return { ...budget, usage: await usageOf(store, `agent:${budget.agent}`, now) };
}
