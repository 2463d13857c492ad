import { defineCommand, T } from "@postern/core";
import { described, numeric } from "@postern/kit/fields";
import { findApproval, showApproval } from "../approval.ts";
import { ApprovalNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { Approval, ApprovalId } from "../schemas.ts";
import { waitForEnd } from "../wait-for-end.ts";

export const wait = defineCommand(group, {
  id: "approvals.wait",
  summary: "Wait for the end of an approval",
  description:
    "Returns when the command was executed or rejected, at the latest after the time to wait. Call it again while the status is pending, stale or approved.",
  scope: "any",
  // It waits, and changes nothing.
  outside: true,
  input: T.Object({
    id: ApprovalId,
    waitMs: T.Optional(numeric({ maximum: 25_000, description: "Milliseconds to wait at most (default: 20,000)" })),
  }),
  output: T.Object({ approval: described(Approval, "The approval") }),
  errors: [ApprovalNotFound],
  examples: [{ title: "Look once", input: { id: "apr_0123456789abcdef01234567", waitMs: "0" } }],
  resource: ({ id }) => id,
  async plan({ store, caller }, { id }) {
    // Unchecked, because the call waits outside its commit.
    const { operation } = await findApproval(store.unchecked, caller, id);
    return { summary: `Wait for the end of the approval of ${operation}` };
  },
  async execute({ state, caller, now, signal }, _plan, { id, waitMs = 20_000 }) {
    const record = await waitForEnd(state, caller, id, waitMs, signal);
    return { approval: showApproval(record, caller, now + waitMs) };
  },
});
