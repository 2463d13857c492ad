import { type Caller, defineEvent, oneOf, type Reads, T } from "@postern/core";
import { canAccessCreated } from "@postern/kit/access";
import { described } from "@postern/kit/fields";
import { Identity } from "./chat/schemas.ts";
import { approvals } from "./collections.ts";
import { Policy } from "./policies/schemas.ts";
import { Approval, Change } from "./schemas.ts";
import { maySee } from "./visibility.ts";

const { id, kind, operation, summary, effects, requester, reason, digest, expiresAt, quorum, status } =
  Approval.properties;

/** What is reported about an approval. Its input and plan are shown by `approvals.show` only. */
const Notice = T.Object({
  id,
  kind,
  status,
  operation,
  summary,
  effects,
  requester,
  reason,
  digest,
  expiresAt,
  quorum,
});
type Viewer = { readonly caller: Caller; readonly store: Reads };

const common = {
  // Who may see it does not depend on a scope: a key that may only propose sees what it proposed.
  scope: "any",
  subject: ({ approval }: { approval: { id: string } }) => approval.id,
  async visible({ caller, store }: Viewer, { approval }: { approval: { id: string } }) {
    const record = await store.get(approvals, approval.id);
    return record !== undefined && maySee(caller, record);
  },
};
const whole = T.Object({ approval: Notice });
const decided = T.Object({ approval: Notice, by: T.String(), note: T.Optional(T.String()) });

export const approvalRequested = defineEvent("approvals.approval.requested", {
  summary: "A command was proposed and waits for approval",
  data: whole,
  ...common,
});

export const approvalVoted = defineEvent("approvals.approval.voted", {
  summary: "An approver approved a command that needs more approvals",
  data: T.Object({ ...decided.properties, votes: T.Integer() }),
  ...common,
});

export const approvalApproved = defineEvent("approvals.approval.approved", {
  summary: "A command was approved",
  data: decided,
  ...common,
});

export const approvalExecuted = defineEvent("approvals.approval.executed", {
  summary: "An approved command was executed",
  data: whole,
  ...common,
});

export const approvalFailed = defineEvent("approvals.approval.failed", {
  summary: "An approved command failed, or its outcome is unclear",
  data: T.Object({ approval: Notice, code: T.String(), message: T.String(), unclear: T.Optional(T.Boolean()) }),
  ...common,
});

export const approvalDenied = defineEvent("approvals.approval.denied", {
  summary: "A proposal was denied",
  data: decided,
  ...common,
});

export const approvalStale = defineEvent("approvals.approval.stale", {
  summary: "The plan of a proposal has changed since it was shown, so it was not executed",
  data: T.Object({ approval: Notice, changes: T.Array(Change), reason: T.Optional(T.String()) }),
  ...common,
});

export const approvalWithdrawn = defineEvent("approvals.approval.withdrawn", {
  summary: "A proposal was withdrawn by its requester",
  data: whole,
  ...common,
});

export const approvalExpired = defineEvent("approvals.approval.expired", {
  summary: "A proposal expired without a decision",
  data: whole,
  ...common,
});

const policyIs = (past: string) => ({
  summary: `A policy was ${past}`,
  data: T.Object({ policy: Policy }),
  subject: ({ policy }: { policy: { id: string } }) => policy.id,
});

export const policyCreated = defineEvent("approvals.policy.created", policyIs("created"));
export const policyUpdated = defineEvent("approvals.policy.updated", policyIs("changed, moved, enabled or disabled"));
export const policyRemoved = defineEvent("approvals.policy.removed", policyIs("removed"));

const identityIs = (summary: string) => ({
  summary,
  data: T.Object({ identity: Identity }),
  scope: "any",
  subject: ({ identity }: { identity: { id: string } }) => identity.id,
  visible: ({ caller, store }: Viewer, { identity }: { identity: { contextId: string } }) =>
    canAccessCreated(store, caller, identity.contextId),
});

export const identityOffered = defineEvent(
  "approvals.identity.offered",
  identityIs("A code was made that a person sends in a chat, to decide approvals there"),
);
export const identityAnswered = defineEvent(
  "approvals.identity.answered",
  identityIs("The code of an identity was sent in its chat, and waits for the confirmation"),
);
export const identityBound = defineEvent(
  "approvals.identity.bound",
  identityIs("A sender in a chat was confirmed and decides approvals from now on"),
);
export const identityUpdated = defineEvent("approvals.identity.updated", identityIs("An identity was updated"));
export const identityPaused = defineEvent(
  "approvals.identity.paused",
  identityIs("The replies of an identity are ignored for a while, because of wrong codes"),
);
export const identityRemoved = defineEvent("approvals.identity.removed", {
  ...identityIs("An identity ended"),
  data: T.Object({
    identity: Identity,
    reason: described(oneOf("removed", "expired", "wrong_codes"), "Why it ended"),
  }),
});
