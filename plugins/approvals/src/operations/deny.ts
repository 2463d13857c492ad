import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { causeOf, change, findOpen, noticeOf, showApproval } from "../approval.ts";
import { assertApprover } from "../deciding/approver.ts";
import { ApprovalDecided, ApprovalExpired, ApprovalNotFound, NotApprover, OptionMissing } from "../errors.ts";
import { approvalDenied } from "../events.ts";
import { group } from "../group.ts";
import { giveAnswer, planAnswer } from "../permissions/answer.ts";
import { Approval, ApprovalId, Note } from "../schemas.ts";

export const deny = defineCommand(group, {
  id: "approvals.deny",
  summary: "Deny a proposal",
  description:
    "The command is not executed. Its requester can propose it again. A permission request of a coding agent is answered with the option `reject_once`.",
  scope: "approvals:decide",
  narrowed: true,
  properties: ["decides"],
  input: T.Object({ id: ApprovalId, note: T.Optional(described(Note, "Why, for the requester")) }),
  output: T.Object({ approval: described(Approval, "The approval") }),
  errors: [ApprovalNotFound, ApprovalDecided, ApprovalExpired, NotApprover, OptionMissing],
  examples: [
    { title: "Deny a proposal", input: { id: "apr_0123456789abcdef01234567", note: "Not before the release" } },
  ],
  async plan(ctx, { id }) {
    const { store, caller, now } = ctx;
    const record = await findOpen(store, caller, id, now);
    await assertApprover(store, caller, record);
    if (record.kind === "permission") return planAnswer(ctx, record, "deny");
    return { summary: `Deny: ${record.summary}` };
  },
  async execute(ctx, plan, { id, note }) {
    const { store, caller, now, emit } = ctx;
    const record = await findOpen(store, caller, id, now);
    const answer = "option" in plan ? { option: plan.option } : undefined;
    if (answer) await giveAnswer(ctx, record, answer.option);
    const by = caller.contextId;
    const decided = {
      decidedAt: now,
      decidedBy: by,
      ...(note !== undefined && { note }),
      ...(answer && { outcome: { answer } }),
    };
    const denied = await change(ctx, record, { status: "denied", ...decided });
    emit(approvalDenied, { approval: noticeOf(denied), by, ...(note !== undefined && { note }) }, causeOf(record));
    return { approval: showApproval(denied, caller, now) };
  },
});
