import { AgentBudget, Budget, KindInfo, Responder, ShownResponder, StoredBudget, Usage } from "./schemas.ts";

/** Schemas shared by several operations or events. The keys become type names in generated clients. */
export const schemas = {
  Responder,
  ResponderAgentBudget: AgentBudget,
  ResponderBudget: Budget,
  ResponderDetails: ShownResponder,
  ResponderKind: KindInfo,
  ResponderStoredBudget: StoredBudget,
  ResponderUsage: Usage,
};
