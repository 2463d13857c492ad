import type { Caller, Grant, Reads } from "@postern/core";
import { RightsMissing } from "./errors.ts";
import type { AgentRights, MissingRights } from "./services.ts";

/** The rules of plugins that answer for agents. */
export interface RightsRules extends AgentRights {
  /** Throws `agents.rights_missing` if an agent is answered for with rights that the caller does not have. */
  assertHeld(who: { readonly store: Reads; readonly caller: Caller }, agentId: string): Promise<void>;
}

export function createRights(): RightsRules {
  const rules = new Set<MissingRights>();
  return {
    register(missing) {
      rules.add(missing);
      return () => void rules.delete(missing);
    },
    async assertHeld(who, agentId) {
      const missing = new Set<Grant>();
      for (const rule of rules) for (const grant of await rule(who, agentId)) missing.add(grant);
      if (missing.size > 0) throw RightsMissing({ agentId, missing: [...missing].sort() });
    },
  };
}
