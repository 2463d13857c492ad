import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { PolicyNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { assertMatch, changePolicy, findPolicy } from "../policies/policy.ts";
import {
  Action,
  Approvers,
  ExpiresAfterMs,
  Match,
  Name,
  Policy,
  PolicyId,
  Quorum,
  Reason,
} from "../policies/schemas.ts";

export const policiesUpdate = defineCommand(group, {
  id: "approvals.policies.update",
  summary: "Update a policy",
  description: "Omitted fields stay unchanged; `match` and `approvers` are replaced as a whole.",
  properties: ["lasting", "decides"],
  input: T.Object({
    id: PolicyId,
    name: T.Optional(Name),
    match: T.Optional(described(Match, "Calls that the policy covers: every given condition must hold")),
    action: T.Optional(Action),
    position: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000, description: "Position in the order" })),
    quorum: T.Optional(Quorum),
    approvers: T.Optional(Approvers),
    expiresAfterMs: T.Optional(ExpiresAfterMs),
    reason: T.Optional(Reason),
  }),
  output: T.Object({ policy: described(Policy, "The policy") }),
  errors: [PolicyNotFound],
  examples: [{ title: "Decide before all others", input: { id: "pol_0123456789abcdef01234567", position: 1 } }],
  resource: ({ id }) => id,
  async plan({ store, services }, { id, match, ...changes }) {
    const { name } = await findPolicy(store, id);
    if (match) assertMatch(services.gateway.manifest, match);
    return { summary: `Update the policy ${JSON.stringify(name)}`, changes: { ...changes, ...(match && { match }) } };
  },
  async undo({ store }, _plan, { id, ...given }) {
    // A policy without a quorum requires one approval.
    const fields = restoring(given, await findPolicy(store, id), { quorum: 1 });
    return fields && { operation: "approvals.policies.update", input: { id, ...fields } };
  },
  async execute(ctx, _plan, { id, ...changes }) {
    return { policy: await changePolicy(ctx, await findPolicy(ctx.store, id), omitUndefined(changes)) };
  },
});
