import { type Caller, defineCommand, gatewayErrors, type Reads, T } from "@postern/core";
import { described, endsLater } from "@postern/kit/fields";
import { causeOf, change, findOpen, noticeOf, showApproval } from "../approval.ts";
import type { ApprovalRecord } from "../collections.ts";
import { assertApprover, principalOf } from "../deciding/approver.ts";
import { executeApproved } from "../deciding/execute.ts";
import { replan } from "../deciding/replan.ts";
import { requesterOf } from "../deciding/requester.ts";
import {
  ApprovalDecided,
  ApprovalExpired,
  ApprovalNotFound,
  DigestMismatch,
  NotApprover,
  OptionMissing,
  RequesterEnded,
} from "../errors.ts";
import { approvalStale, approvalVoted } from "../events.ts";
import { group } from "../group.ts";
import { answerApproved, planAnswer } from "../permissions/answer.ts";
import { assertNoOption } from "../permissions/option.ts";
import { Approval, ApprovalId, Digest, Note, OptionId } from "../schemas.ts";

export const approve = defineCommand(group, {
  id: "approvals.approve",
  summary: "Approve a command and execute it",
  description:
    "Plans the command again. If the plan still has the digest, the command runs once, with the requester's current rights. Otherwise the approval becomes stale: nothing is executed, and the new plan can be approved by its digest. A permission request of a coding agent is answered with the option `allow_once`, or with `option`.",
  scope: "approvals:decide",
  narrowed: true,
  properties: ["decides"],
  input: T.Object({
    id: ApprovalId,
    digest: Digest,
    note: T.Optional(Note),
    option: T.Optional(described(OptionId, "Option of a permission request; by default `allow_once`")),
  }),
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
    OptionMissing,
    gatewayErrors.UnknownOperation,
  ],
  examples: [
    { title: "Approve a plan", input: { id: "apr_0123456789abcdef01234567", digest: "kx0bO6GvWnZ1mKpYcS8fQw" } },
  ],
  async plan(ctx, { id, digest, option }) {
    const { store, caller, now, services } = ctx;
    const record = await findOpen(store, caller, id, now);
    await assertApprover(store, caller, record);
    const { operation, stale, votes, quorum } = record;
    const current = stale?.digest ?? record.digest;
    if (digest !== current) throw DigestMismatch({ id, digest: current });
    if (record.kind === "permission") return { ...(await planAnswer(ctx, record, "approve", option)), missing: 0 };
    assertNoOption(option);
    const definition = services.gateway.operation(operation);
    if (!definition) throw gatewayErrors.UnknownOperation({ operation, nearest: [] });
    const requester = await requesterOf(store, record, now);
    const found = await replan(ctx, record, digest, { caller: requester, operation: definition });
    const missing = quorum - (await votesOfOthers(store, caller, votes)).length - 1;
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
  async execute(ctx, found, { id, note }) {
    const { store, caller, now, emit, services } = ctx;
    const record = await findOpen(store, caller, id, now);
    const cause = causeOf(record);
    const { missing, operation, digest } = found;
    const stale = "stale" in found ? found.stale : undefined;
    if (stale) {
      const { changes, reason } = stale;
      const outdated = await change(ctx, record, { status: "stale", stale, votes: [] });
      emit(approvalStale, { approval: noticeOf(outdated), changes, ...(reason !== undefined && { reason }) }, cause);
      return { success: false, approval: showApproval(outdated, caller, now) };
    }
    const { contextId, principal, label } = caller;
    const vote = { contextId, principal, label, at: now, ...(note !== undefined && { note }) };
    const votes = [...(await votesOfOthers(store, caller, record.votes)), vote];
    if (missing > 0) {
      const voted = await change(ctx, record, { votes });
      const by = { by: caller.contextId, ...(note !== undefined && { note }) };
      emit(approvalVoted, { approval: noticeOf(voted), ...by, votes: votes.length }, cause);
      return { success: true, approval: showApproval(voted, caller, now) };
    }
    const decided = { votes, decidedAt: now, decidedBy: caller.contextId, ...(note !== undefined && { note }) };
    if ("option" in found) {
      const answered = await answerApproved(ctx, record, found.option, decided);
      return { success: true, approval: showApproval(answered, caller, now) };
    }
    const definition = services.gateway.operation(operation);
    if (!definition) throw gatewayErrors.UnknownOperation({ operation, nearest: [] });
    const { plan = record.plan } = record.stale ?? {};
    const { summary } = plan as { summary: string };
    const ended = await executeApproved(ctx, record, definition, { ...decided, plan, digest, summary });
    return { success: true, approval: showApproval(ended, caller, now) };
  },
});

/** The votes of other principals: one has one vote, with however many keys. */
async function votesOfOthers(store: Reads, { principal }: Caller, votes: ApprovalRecord["votes"]) {
  const voters = await Promise.all(votes.map((vote) => principalOf(store, vote)));
  return votes.filter((_, at) => voters[at] !== principal);
}

function summaryOf(summary: string, isSame: boolean, missing: number): string {
  if (!isSame) return `Execute nothing, because the plan has changed since it was shown: ${summary}`;
  return missing > 0 ? `Approve (${missing} more needed): ${summary}` : `Approve and execute: ${summary}`;
}
