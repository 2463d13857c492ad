import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { causeOf, change, findOpen, noticeOf, showApproval } from "../approval.ts";
import { ApprovalDecided, ApprovalExpired, ApprovalNotFound, NotRequester } from "../errors.ts";
import { approvalWithdrawn } from "../events.ts";
import { group } from "../group.ts";
import { Approval, ApprovalId } from "../schemas.ts";
import { isOfRequester } from "../visibility.ts";

export const withdraw = defineCommand(group, {
  id: "approvals.withdraw",
  summary: "Withdraw a proposal",
  description:
    "The key that proposed the command, and its ancestors, may do this without any scope. Only its coding agent withdraws a permission request.",
  scope: "any",
  properties: ["restricts"],
  input: T.Object({ id: ApprovalId }),
  output: T.Object({ approval: described(Approval, "The approval") }),
  errors: [ApprovalNotFound, ApprovalDecided, ApprovalExpired, NotRequester],
  examples: [{ title: "Withdraw a proposal", input: { id: "apr_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async plan({ store, caller, now }, { id }) {
    const record = await findOpen(store, caller, id, now);
    // The request of a coding agent would stay open.
    if (record.kind === "permission" || !isOfRequester(caller, record))
      throw NotRequester({ contextId: record.requester.contextId });
    return { summary: `Withdraw: ${record.summary}` };
  },
  async execute(ctx, _plan, { id }) {
    const { store, caller, now, emit } = ctx;
    const record = await findOpen(store, caller, id, now);
    const changes = { status: "withdrawn" as const, decidedAt: now, decidedBy: caller.contextId };
    const withdrawn = await change(ctx, record, changes);
    emit(approvalWithdrawn, { approval: noticeOf(withdrawn) }, causeOf(record));
    return { approval: showApproval(withdrawn, caller, now) };
  },
});
