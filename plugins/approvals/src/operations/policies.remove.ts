import { defineCommand, T } from "@postern/core";
import { PolicyNotFound } from "../errors.ts";
import { policyRemoved } from "../events.ts";
import { group } from "../group.ts";
import { findPolicy, removePolicy, summaryOf } from "../policies/policy.ts";
import { PolicyId } from "../policies/schemas.ts";

export const policiesRemove = defineCommand(group, {
  id: "approvals.policies.remove",
  summary: "Remove a policy",
  description: "A removed policy cannot be restored. Its approvals stay.",
  effect: "destroy",
  dryRunByDefault: true,
  properties: ["decides"],
  input: T.Object({ id: PolicyId }),
  output: T.Object({ removed: T.Boolean({ description: "Whether the policy was removed" }) }),
  errors: [PolicyNotFound],
  examples: [{ title: "Remove a policy", input: { id: "pol_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id }) {
    const policy = await findPolicy(store, id);
    return { summary: `Remove the policy ${JSON.stringify(policy.name)}, which ${summaryOf(policy)}` };
  },
  async execute(ctx, _plan, { id }) {
    const policy = await findPolicy(ctx.store, id);
    await removePolicy(ctx, id);
    ctx.emit(policyRemoved, { policy });
    return { removed: true };
  },
});
