import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { PolicyNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { findPolicy } from "../policies/policy.ts";
import { Policy, PolicyId } from "../policies/schemas.ts";

export const policiesShow = defineQuery(group, {
  id: "approvals.policies.show",
  summary: "Show a policy",
  input: T.Object({ id: PolicyId }),
  output: T.Object({ policy: described(Policy, "The policy") }),
  errors: [PolicyNotFound],
  examples: [{ title: "Show a policy", input: { id: "pol_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  run: async ({ store }, { id }) => ({ policy: await findPolicy(store, id) }),
});
