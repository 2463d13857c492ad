import { defineCollection, defineRecord, type Static, T } from "@postern/core";
import { Policy } from "./policies/schemas.ts";
import { Approval } from "./schemas.ts";

const ApprovalRecord = T.Object({
  ...Approval.properties,
  /** Proposed by the process that runs the gateway, which has no key. */
  isOwn: T.Optional(T.Boolean()),
  /** Number of the commit with the proposal. */
  number: T.Integer(),
});
export type ApprovalRecord = Static<typeof ApprovalRecord>;

const isOpen = ({ status }: Pick<Approval, "status">) => status === "pending" || status === "stale";

export const approvals = defineCollection("approvals.approval", {
  schema: ApprovalRecord,
  key: ({ id }) => [id],
  indexes: {
    byStatus: ({ status }) => [status],
    // Its requester, and the contexts that the requester was derived from, see it without any scope.
    byViewer: ({ requester: { contextId, lineage } }) => [contextId, ...lineage].map((viewer) => [viewer]),
    byOpenOf: (record) => (isOpen(record) ? [record.requester.contextId] : undefined),
    byExpiry: (record) => (isOpen(record) ? [record.expiresAt] : undefined),
  },
});

export const policies = defineCollection("approvals.policy", {
  schema: Policy,
  key: ({ id }) => [id],
  indexes: { byPosition: ({ position, id }) => [position, id] },
});

/** Written by every change of a policy, so that one read shows whether those in memory are still valid. */
export const policiesChanged = defineRecord<string>("approvals.policies-changed");
