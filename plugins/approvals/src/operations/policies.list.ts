import { defineQuery, T } from "@postern/core";
import { filtered, limitToGrants, listOf } from "@postern/kit/paging";
import { policies } from "../collections.ts";
import { group } from "../group.ts";
import { Policy } from "../policies/schemas.ts";

const Policies = listOf("policies", Policy, {
  position: "plain",
  name: "text",
  action: "status",
  enabled: ["plain", 1],
  quorum: ["plain", 2],
  id: ["id", 1],
});

export const policiesList = defineQuery(group, {
  id: "approvals.policies.list",
  summary: "List policies in the order in which they decide",
  input: T.Object({
    enabled: T.Optional(T.Boolean({ description: "Only policies that are enabled, or disabled" })),
    ...Policies.fields,
  }),
  output: Policies.output,
  narrowed: true,
  examples: [{ title: "All policies", input: {} }],
  run({ store, caller }, { enabled, ...page }) {
    const wanted = (policy: Policy) => enabled === undefined || policy.enabled === enabled;
    const source = filtered(store.unchecked, policies, { by: "byPosition" }, wanted);
    return Policies.answer(
      page,
      limitToGrants(source, caller, "approvals.policies.list", ({ id }) => id),
      (one) => one,
    );
  },
});
