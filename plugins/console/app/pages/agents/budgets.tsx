import type { ResponderAgentBudget, ResponderDetails } from "@postern/client/api";
import { type Asked, OperationDialog } from "../../forms/operation-dialog.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Budget } from "./budget.tsx";
import { useAgents } from "./read.ts";

const limits = (prefix: string): readonly Asked[] => [
  { name: `${prefix}turns`, label: "Turns a day" },
  { name: `${prefix}tokens`, label: "Tokens a day" },
  { name: `${prefix}cost`, label: "Cost a day" },
];

/** The limits of a responder. A cost needs the prices. */
export const BUDGET_FIELDS: readonly Asked[] = [
  ...limits("budget/"),
  { name: "budget/inputPrice", label: "Price of input tokens" },
  { name: "budget/outputPrice", label: "Price of output tokens" },
];

/** What a responder used today, and what it may use. */
export const ResponderBudget = ({ responder }: { responder: ResponderDetails }) => (
  <Budget
    budget={responder.budget}
    usage={responder.usage}
    operation="responders.update"
    removal={{ id: responder.id, budget: {} }}
    dialog={(onClose) => (
      <OperationDialog
        operation="responders.update"
        title="Budget of the responder"
        action="Save"
        fixed={{ id: responder.id }}
        before={responder as unknown as Record<string, unknown>}
        fields={BUDGET_FIELDS}
        onClose={onClose}
      />
    )}
  />
);

/** What all responders of an agent used today for it, and what they may use. */
export function AgentBudget({ agentId }: { agentId: string }) {
  const query = useAgents(`budget of ${agentId}`, async (client, signal) => {
    for await (const budget of client.responders.budgets.list.all({ limit: 500 }, { signal }))
      if (budget.agent === agentId) return { budget: budget as ResponderAgentBudget };
    return {};
  });
  return (
    <Loaded query={query}>
      {({ budget: found }: { budget?: ResponderAgentBudget }) => {
        const { agent: _, usage, ...budget } = found ?? { agent: agentId, usage: undefined };
        return (
          <Budget
            budget={budget}
            usage={usage}
            operation="responders.budgets.set"
            removal={{ agent: agentId }}
            dialog={(onClose) => (
              // The budget is replaced as a whole, so that a limit that is left empty is removed.
              <OperationDialog
                operation="responders.budgets.set"
                title="Budget of the agent"
                action="Save"
                fixed={{ agent: agentId }}
                first={budget}
                fields={limits("")}
                onClose={onClose}
              />
            )}
          />
        );
      }}
    </Loaded>
  );
}
