import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { policies } from "../collections.ts";
import { TooManyPolicies } from "../errors.ts";
import { policyCreated } from "../events.ts";
import { group } from "../group.ts";
import { MAX_POLICIES } from "../policies/cache.ts";
import { assertMatch, lastPosition, putPolicy, summaryOf } from "../policies/policy.ts";
import { Action, Approvers, ExpiresAfterMs, Match, Name, Policy, Quorum, Reason } from "../policies/schemas.ts";

export const policiesCreate = defineCommand(group, {
  id: "approvals.policies.create",
  summary: "Create a policy",
  description:
    "Policies decide which commands are executed, wait for approval or are denied. The first enabled policy that matches a call decides; without a match, the grants of the key decide. Only admin keys create policies directly; keys of agents and all other keys can only propose one.",
  properties: ["lasting", "decides"],
  input: T.Object({
    name: Name,
    match: described(Match, "Calls that the policy covers: every given condition must hold"),
    action: Action,
    position: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000, description: "Position (default: the last)" })),
    quorum: T.Optional(Quorum),
    approvers: T.Optional(Approvers),
    expiresAfterMs: T.Optional(ExpiresAfterMs),
    reason: T.Optional(Reason),
  }),
  output: T.Object({ policy: described(Policy, "The policy") }),
  errors: [TooManyPolicies],
  examples: [
    {
      title: "Two people remove a policy",
      input: {
        name: "Two people",
        match: { operations: ["approvals.policies.remove"] },
        action: "propose",
        quorum: 2,
      },
    },
    {
      title: "No policy changes at night",
      input: {
        name: "Quiet nights",
        match: {
          operations: ["approvals.policies.update"],
          hours: { timezone: "Europe/Berlin", from: "22:00", to: "07:00" },
        },
        action: "deny",
        reason: "Nobody is awake to check it",
      },
    },
  ],
  async plan({ store, services }, { name, match, action }) {
    assertMatch(services.gateway.manifest, match);
    const all = await store.count(policies, { limit: MAX_POLICIES });
    if (all >= MAX_POLICIES) throw TooManyPolicies({ limit: MAX_POLICIES });
    return { summary: `Create the policy ${JSON.stringify(name)}, which ${summaryOf({ action, match })}`, match };
  },
  undo:
    () =>
    ({ policy }) => ({ operation: "approvals.policies.remove", input: { id: policy.id } }),
  async execute(ctx, _plan, { position, ...given }) {
    const { store, now, id, caller, emit } = ctx;
    const policy: Policy = {
      ...given,
      id: id("pol_"),
      position: position ?? (await lastPosition(store)),
      enabled: true,
      createdAt: now,
      updatedAt: now,
      createdBy: caller.contextId,
    };
    await putPolicy(ctx, policy);
    emit(policyCreated, { policy });
    return { policy };
  },
});
