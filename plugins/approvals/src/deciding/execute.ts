import { type CommandContext, type Operation, withoutSecrets } from "@postern/core";
import { causeOf, change, noticeOf } from "../approval.ts";
import type { ApprovalRecord } from "../collections.ts";
import { approvalApproved, approvalExecuted } from "../events.ts";
import { executions } from "../executions.ts";
import type { group } from "../group.ts";
import { requesterOf } from "./requester.ts";

type Decision = Pick<ApprovalRecord, "votes" | "decidedAt" | "decidedBy" | "note" | "plan" | "digest" | "summary">;

/** Whether its `execute` works outside the store, so that it cannot be part of a commit. */
export const isOutside = ({ effect, outside }: Operation): boolean => outside ?? effect === "external";

/** Executes an approved command in this commit, or leaves it to the queue if it works outside the store. */
export async function executeApproved(
  ctx: CommandContext<typeof group>,
  record: ApprovalRecord,
  operation: Operation,
  decision: Decision,
): Promise<ApprovalRecord> {
  const { store, now, emit, caller: approver } = ctx;
  const { stale: _, ...open } = record;
  const cause = causeOf(record);
  const by = { by: approver.contextId, ...(decision.note !== undefined && { note: decision.note }) };
  if (isOutside(operation)) {
    const approved = await change(ctx, { ...open, ...decision }, { status: "approved" });
    await executions.add(ctx, { approval: record.id }, { key: record.id, cause });
    emit(approvalApproved, { approval: noticeOf(approved), ...by }, cause);
    return approved;
  }
  const caller = await requesterOf(store, record, now);
  const answer = await ctx.callAs({
    caller,
    operation,
    input: record.input,
    plan: decision.digest,
    cause,
    approved: record.id,
  });
  const outcome = { answer: withoutSecrets(operation.output, answer) };
  const times = { startedAt: now, endedAt: now };
  const executed = await change(ctx, { ...open, ...decision }, { status: "executed", outcome, ...times });
  emit(approvalApproved, { approval: noticeOf(executed), ...by }, cause);
  emit(approvalExecuted, { approval: noticeOf(executed) }, cause);
  return executed;
}
