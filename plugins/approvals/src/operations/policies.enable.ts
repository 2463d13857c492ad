import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { PolicyNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { changePolicy, findPolicy } from "../policies/policy.ts";
import { Policy, PolicyId } from "../policies/schemas.ts";

export const policiesEnable = defineCommand(group, {
  id: "approvals.policies.enable",
  summary: "Enable a policy",
  description: "If the policy is already enabled, nothing changes.",
  properties: ["lasting", "decides"],
  input: T.Object({ id: PolicyId }),
  output: T.Object({ policy: described(Policy, "The policy") }),
  errors: [PolicyNotFound],
  examples: [{ title: "Enable a policy", input: { id: "pol_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store }, { id }) {
    return { summary: `Enable the policy ${JSON.stringify((await findPolicy(store, id)).name)}` };
  },
  async undo({ store }, _plan, { id }) {
    const { enabled } = await findPolicy(store, id);
    return enabled ? undefined : { operation: "approvals.policies.disable", input: { id } };
  },
  async execute(ctx, _plan, { id }) {
    const policy = await findPolicy(ctx.store, id);
    return { policy: policy.enabled === true ? policy : await changePolicy(ctx, policy, { enabled: true }) };
  },
});
