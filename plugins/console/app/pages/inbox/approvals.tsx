import { type Approval, ApprovalDecision } from "./approval-decision.tsx";
import type { Item, Source } from "./item.ts";
import { MOST } from "./item.ts";

/** Commands that wait for approval, and permission requests of coding agents. */
export const approvals: Source = {
  needs: ["approvals.list"],
  events: ["approvals.**"],
  async load({ client }) {
    const lists = await Promise.all(
      (["stale", "pending"] as const).map((status) => client.approvals.list({ status, limit: MOST })),
    );
    return lists.flatMap(({ approvals }) => approvals as Approval[]).map(itemOf);
  },
};

const itemOf = (approval: Approval): Item => ({
  id: approval.id,
  kind: approval.kind === "permission" ? "permission" : "approval",
  title: approval.summary,
  reason: `Proposed by ${approval.requester.label}${approval.reason === undefined ? "" : `: ${approval.reason}`}`,
  since: approval.createdAt,
  actions: [],
  show: () => <ApprovalDecision approval={approval} />,
});
