import { defineQuery, T } from "@postern/core";
import { limitToGrants, listOf, within } from "@postern/kit/paging";
import { showAgentBudget } from "../agent-budget.ts";
import { agentBudgets } from "../collections.ts";
import { group } from "../group.ts";
import { AgentBudget } from "../schemas.ts";

const Budgets = listOf("budgets", AgentBudget, { agent: "id", turns: "plain", tokens: "plain", cost: "plain" });

export const budgetsList = defineQuery(group, {
  id: "responders.budgets.list",
  summary: "List the daily budgets of agents with today's use",
  description: "Lists only agents with a budget. The budget of a responder is part of the responder.",
  input: T.Object({ ...Budgets.fields }),
  narrowed: true,
  output: Budgets.output,
  examples: [{ title: "List all budgets", input: {} }],
  run: ({ store, caller, now }, page) =>
    Budgets.answer(
      page,
      limitToGrants(within(store.unchecked, agentBudgets), caller, "responders.budgets.list", ({ agent }) => agent),
      (budget) => showAgentBudget({ store, now }, budget),
    ),
});
