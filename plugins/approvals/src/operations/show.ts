import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { findApproval, showApproval } from "../approval.ts";
import { ApprovalNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Approval, ApprovalId } from "../schemas.ts";

export const show = defineQuery(group, {
  id: "approvals.show",
  summary: "Show an approval with its plan",
  description: "Its requester and the ancestors of the requester see it without any scope.",
  scope: "any",
  input: T.Object({ id: ApprovalId }),
  output: T.Object({ approval: described(Approval, "The approval") }),
  errors: [ApprovalNotFound],
  examples: [{ title: "Show an approval", input: { id: "apr_0123456789abcdef01234567" } }],
  resource: ({ id }) => id,
  async run({ store, caller, now }, { id }) {
    return { approval: showApproval(await findApproval(store, caller, id), caller, now) };
  },
});
