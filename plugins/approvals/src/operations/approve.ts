import { defineCommand, gatewayErrors, T } from "@postern/core";
import { described, endsLater } from "@postern/core/fields";
import { causeOf, change, findOpen, noticeOf, showApproval } from "../approval.ts";
import { assertApprover } from "../deciding/approver.ts";
import { executeApproved } from "../deciding/execute.ts";
import { replan } from "../deciding/replan.ts";
import { requesterOf } from "../deciding/requester.ts";
import {
  ApprovalDecided,
  ApprovalExpired,
  ApprovalNotFound,
  DigestMismatch,
  NotApprover,
  RequesterEnded,
} from "../errors.ts";
import { approvalStale, approvalVoted } from "../events.ts";
import { group } from "../group.ts";
import { Approval, ApprovalId, Digest, Note } from "../schemas.ts";

export const approve = defineCommand(group, {
  id: "approvals.approve",
  summary: "Approve a command and execute it",
  description:
    "The command is planned again. If its plan still has the digest, it is executed once, with the rights that its requester has now. Otherwise the approval becomes stale: nothing is executed, and the new plan can be approved by its digest.",
  scope: "approvals:decide",
  narrowed: true,
  input: T.Object({ id: ApprovalId, digest: Digest, note: T.Optional(Note) }),
  output: endsLater(
    T.Object({
      success: T.Boolean({ description: "Whether the plan was approved; false if it has changed" }),
      approval: described(Approval, "The approval"),
    }),
    {
      what: "approved command",
      query: "approvals.show",
      input: { id: "approval.id" },
      state: "approval.status",
      good: ["executed"],
      bad: ["failed", "stale", "denied", "expired", "withdrawn", "pending"],
      reason: "approval.outcome.message",
    },
  ),
  errors: [
    ApprovalNotFound,
    ApprovalDecided,
    ApprovalExpired,
    DigestMismatch,
    NotApprover,
    RequesterEnded,
    gatewayErrors.UnknownOperation,
  ],
  examples: [
    { title: "Approve a plan", input: { id: "apr_0123456789abcdef01234567", digest: "kx0bO6GvWnZ1mKpYcS8fQw" } },
  ],
  async plan(ctx, { id, digest }) {
    const { store, caller, now, services } = ctx;
    const record = await findOpen(store, caller, id, now);
    await assertApprover(store, caller, record);
    const { operation, stale, votes, quorum } = record;
    const current = stale?.digest ?? record.digest;
    if (digest !== current) throw DigestMismatch({ id, digest: current });
    const definition = services.gateway.operation(operation);
    if (!definition) throw gatewayErrors.UnknownOperation({ operation, nearest: [] });
    const requester = await requesterOf(store, record, now);
    const found = await replan(ctx, record, digest, { caller: requester, operation: definition });
    const others = votes.filter(({ contextId }) => contextId !== caller.contextId);
    const missing = quorum - others.length - 1;
    const summary = summaryOf(record.summary, found.isSame, missing);
    return {
      summary,
      effects: record.effects,
      operation,
      digest,
      missing,
      ...(!found.isSame && { stale: found.stale }),
    };
  },
  async execute(ctx, { stale, missing, operation, digest }, { id, note }) {
    const { store, caller, now, emit, services } = ctx;
    const record = await findOpen(store, caller, id, now);
    const cause = causeOf(record);
    if (stale) {
      const found = await change(ctx, record, { status: "stale", stale, votes: [] });
      const { changes, reason } = stale;
      emit(approvalStale, { approval: noticeOf(found), changes, ...(reason !== undefined && { reason }) }, cause);
      return { success: false, approval: showApproval(found, caller, now) };
    }
    const vote = { contextId: caller.contextId, label: caller.label, at: now, ...(note !== undefined && { note }) };
    const votes = [...record.votes.filter(({ contextId }) => contextId !== caller.contextId), vote];
    if (missing > 0) {
      const voted = await change(ctx, record, { votes });
      const by = { by: caller.contextId, ...(note !== undefined && { note }) };
      emit(approvalVoted, { approval: noticeOf(voted), ...by, votes: votes.length }, cause);
      return { success: true, approval: showApproval(voted, caller, now) };
    }
    const definition = services.gateway.operation(operation);
    if (!definition) throw gatewayErrors.UnknownOperation({ operation, nearest: [] });
    const decided = { votes, decidedAt: now, decidedBy: caller.contextId, ...(note !== undefined && { note }) };
    const { plan = record.plan } = record.stale ?? {};
    const { summary } = plan as { summary: string };
    const ended = await executeApproved(ctx, record, definition, { ...decided, plan, digest, summary });
    return { success: true, approval: showApproval(ended, caller, now) };
  },
});

function summaryOf(summary: string, isSame: boolean, missing: number): string {
  if (!isSame) return `Execute nothing, because the plan has changed since it was shown: ${summary}`;
  return missing > 0 ? `Approve (${missing} more needed): ${summary}` : `Approve and execute: ${summary}`;
}
