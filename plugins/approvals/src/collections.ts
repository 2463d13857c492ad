import { defineCollection, defineRecord, type Static, T } from "@postern/core";
import { Identity } from "./chat/schemas.ts";
import { Policy } from "./policies/schemas.ts";
import { Approval, Kind } from "./schemas.ts";

const ApprovalRecord = T.Object({
  ...Approval.properties,
  /** Absent in approvals from before there were several kinds: a command. */
  kind: T.Optional(Kind),
  /** Proposed by the process that runs the gateway, which has no key. */
  isOwn: T.Optional(T.Boolean()),
  /** Proposed with all rights. */
  isAdmins: T.Optional(T.Boolean()),
  /** Number of the commit with the proposal. */
  number: T.Integer(),
  /** The trace of the proposal, which its execution continues. */
  traceparent: T.Optional(T.String()),
});
export type ApprovalRecord = Static<typeof ApprovalRecord>;

const isOpen = ({ status }: Pick<Approval, "status">) => status === "pending" || status === "stale";

export const approvals = defineCollection("approvals.approval", {
  schema: ApprovalRecord,
  key: ({ id }) => [id],
  indexes: {
    byStatus: ({ status }) => [status],
    // Its requester and the ancestors of the requester see it without any scope.
    byViewer: ({ requester: { contextId, lineage } }) => [contextId, ...lineage].map((viewer) => [viewer]),
    // Counted by principals: one has one limit, with however many keys.
    byOpenRequester: ({ status, requester: { principal } }) =>
      isOpen({ status }) && principal !== undefined ? [principal] : undefined,
    byExpiry: (record) => (isOpen(record) ? [record.expiresAt] : undefined),
    byRequest: ({ kind, input }) => (kind === "permission" ? [(input as { request: string }).request] : undefined),
  },
  unique: ["byRequest"],
});

export const policies = defineCollection("approvals.policy", {
  schema: Policy,
  key: ({ id }) => [id],
  indexes: {
    byPosition: ({ position, id }) => [position, id],
    byCreator: ({ createdBy, id }) => [createdBy, id],
  },
});

/** Written by every change of a policy, so that one read shows whether those in memory are still valid. */
export const policiesChanged = defineRecord<string>("approvals.policies-changed");

const IdentityRecord = T.Object({
  ...Identity.properties,
  /** The contexts that its context was derived from, nearest first. */
  lineage: T.Array(T.String()),
  /** Digest of its code, until the code was sent. */
  code: T.Optional(T.String()),
  /** Wrong codes: those sent for an offer, or by the sender since then. */
  wrong: T.Object({ count: T.Integer(), since: T.Number() }),
});
export type IdentityRecord = Static<typeof IdentityRecord>;

/** Senders in chats, and the contexts of approvers that decide by them. */
export const identities = defineCollection("approvals.identity", {
  schema: IdentityRecord,
  key: ({ id }) => [id],
  indexes: {
    byContext: ({ contextId }) => [contextId],
    byViewer: ({ contextId, lineage }) => [contextId, ...lineage].map((viewer) => [viewer]),
    byOffer: ({ status, chatId }) => (status === "offered" ? [chatId] : undefined),
    bySender: ({ status, chatId, sender }) => (status === "bound" && sender ? [chatId, sender.actorId] : undefined),
    byNotified: ({ status, notify }) => (status === "bound" && notify ? ["on"] : undefined),
    byExpiry: ({ expiresAt }) => (expiresAt === undefined ? undefined : [expiresAt]),
    byPause: ({ pausedUntil }) => (pausedUntil === undefined ? undefined : [pausedUntil]),
  },
  // A sender decides for one context only, so that a reply has one meaning.
  unique: ["bySender"],
});

/** The codes by which an identity decides an approval, each with the digest of the plan that was shown with it. */
export const codes = defineCollection("approvals.code", {
  schema: T.Object({
    approval: T.String(),
    identity: T.String(),
    /** Digest of the code. */
    code: T.String(),
    /** Digest of the plan. */
    plan: T.String(),
    /** When it is forgotten, in Unix milliseconds. Until then a reply is answered with the state of the approval. */
    until: T.Number(),
  }),
  key: ({ approval, identity }) => [approval, identity],
  indexes: {
    byCode: ({ identity, code }) => [identity, code],
    byEnd: ({ until }) => [until],
  },
  unique: ["byCode"],
});
