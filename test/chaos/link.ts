import type { Proxy as DatabaseProxy, Fate } from "../storage-drivers/postgres/proxy.ts";

/** Decides about a piece of data that a gateway sends. Undefined leaves the decision to the next rule. */
export type Rule = (data: Buffer) => Fate | undefined;

/** The connections of a gateway to its database, which several faults can disturb at the same time. */
export interface Link {
  /** Returns the function that removes the rule. */
  add(rule: Rule): () => void;
  heal(): void;
}

export function createLink(proxy: DatabaseProxy): Link {
  const rules = new Set<Rule>();
  proxy.decide((data) => {
    for (const rule of rules) {
      const fate = rule(data);
      if (fate !== undefined) return fate;
    }
    return "pass";
  });
  return {
    add(rule) {
      rules.add(rule);
      return () => void rules.delete(rule);
    },
    heal: () => rules.clear(),
  };
}
