import { sessionsAnswer } from "@postern/agentx/services";
import type { CommandContext, QueryContext } from "@postern/core";
import { causeOf, change, noticeOf } from "../approval.ts";
import type { ApprovalRecord } from "../collections.ts";
import { ApprovalDecided } from "../errors.ts";
import { approvalApproved, approvalExecuted } from "../events.ts";
import type { group } from "../group.ts";
import { optionFor } from "./option.ts";
import { aboutOf } from "./request.ts";

/** Plans the answer to a permission request as the approver. Throws if it was answered or withdrawn meanwhile. */
export async function planAnswer(
  { services, call }: Pick<QueryContext<typeof group>, "services" | "call">,
  record: ApprovalRecord,
  decision: "approve" | "deny",
  given?: string,
) {
  const { id, operation, digest, effects } = record;
  const { session, request } = aboutOf(record);
  const found = await services.sessions?.request(request);
  if (found?.state !== "open") throw ApprovalDecided({ id, approvalStatus: found?.state ?? "withdrawn" });
  const { option, name } = optionFor(record, decision, given);
  await call(sessionsAnswer, { session, request, option });
  const summary = `Answer ${JSON.stringify(name)}: ${record.summary}`;
  return { summary, effects, operation, digest, option };
}

/** Answers a permission request as the approver, in the commit of its decision. */
export async function giveAnswer(
  { call }: Pick<CommandContext<typeof group>, "call">,
  record: ApprovalRecord,
  option: string,
): Promise<void> {
  await call(sessionsAnswer, { ...aboutOf(record), option });
}

/** The same for an approval, which ends with it. */
export async function answerApproved(
  ctx: CommandContext<typeof group>,
  record: ApprovalRecord,
  option: string,
  decision: Pick<ApprovalRecord, "votes" | "decidedAt" | "decidedBy" | "note">,
): Promise<ApprovalRecord> {
  const { now, emit, caller } = ctx;
  await giveAnswer(ctx, record, option);
  const ended = { status: "executed" as const, outcome: { answer: { option } }, startedAt: now, endedAt: now };
  const executed = await change(ctx, record, { ...decision, ...ended });
  const cause = causeOf(record);
  const by = { by: caller.contextId, ...(decision.note !== undefined && { note: decision.note }) };
  emit(approvalApproved, { approval: noticeOf(executed), ...by }, cause);
  emit(approvalExecuted, { approval: noticeOf(executed) }, cause);
  return executed;
}
