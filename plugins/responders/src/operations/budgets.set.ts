import { defineCommand, digestOf, T } from "@postern/core";
import { described, numeric } from "@postern/kit/fields";
import { showAgentBudget } from "../agent-budget.ts";
import { agentBudgets } from "../collections.ts";
import { AgentUnknown } from "../errors.ts";
import { group } from "../group.ts";
import { AgentBudget, AgentId } from "../schemas.ts";

const most = (what: string) =>
  T.Optional(numeric({ maximum: 1_000_000_000_000, description: `Maximum ${what} a day` }));

export const budgetsSet = defineCommand(group, {
  id: "responders.budgets.set",
  summary: "Set the daily budget of an agent",
  description:
    "Limits all responders of the agent, in addition to their own budgets. The budget is replaced as a whole, and removed without limits.",
  input: T.Object({
    agent: AgentId,
    turns: most("number of turns"),
    tokens: most("number of tokens"),
    cost: T.Optional(numeric({ maximum: 1_000_000_000, decimals: true, description: "Maximum cost a day" })),
  }),
  output: T.Object({ budget: described(AgentBudget, "The budget, with today's use") }),
  errors: [AgentUnknown],
  examples: [{ title: "At most 200 turns a day", input: { agent: "main", turns: "200" } }],
  resource: ({ agent }) => agent,
  async plan({ services }, { agent }) {
    if (!(await services.agents?.find(agent))) throw AgentUnknown({ agentId: agent });
    return { summary: `Set the daily budget of the agent ${agent}` };
  },
  async undo({ store }, _plan, given) {
    const before = (await store.get(agentBudgets, given.agent)) ?? { agent: given.agent };
    return digestOf(before) === digestOf(given) ? undefined : { operation: "responders.budgets.set", input: before };
  },
  async execute({ store, now }, _plan, { agent, ...limits }) {
    if (Object.keys(limits).length === 0) await store.delete(agentBudgets, agent);
    else await store.put(agentBudgets, { agent, ...limits });
    return { budget: await showAgentBudget({ store, now }, { agent, ...limits }) };
  },
});
