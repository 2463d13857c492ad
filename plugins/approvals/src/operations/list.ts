import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { filtered, listOf } from "@postern/kit/paging";
import { showApproval, statusAt } from "../approval.ts";
import { type ApprovalRecord, approvals } from "../collections.ts";
import { group } from "../group.ts";
import { Approval, Kind, Status } from "../schemas.ts";
import { maySee } from "../visibility.ts";

const Approvals = listOf("approvals", Approval, {
  id: "id",
  status: "status",
  summary: "text",
  kind: ["plain", 2],
  operation: ["plain", 1],
  reason: ["text", 2],
  expiresAt: ["ago", 1],
  createdAt: ["ago", 2],
});

export const list = defineQuery(group, {
  id: "approvals.list",
  summary: "List approvals, newest first",
  description:
    "A key sees its own proposals and those of derived keys; with the scope approvals:decide, also proposals it may decide. Every key may call this operation.",
  scope: "any",
  input: T.Object({
    status: T.Optional(described(Status, "Only approvals with this status")),
    kind: T.Optional(described(Kind, "Only approvals of this kind")),
    operation: T.Optional(T.String({ maxLength: 128, description: "Only approvals of this operation" })),
    agent: T.Optional(T.String({ maxLength: 128, description: "Only proposals of this agent" })),
    ...Approvals.fields,
  }),
  output: Approvals.output,
  examples: [{ title: "Undecided approvals", input: { status: "pending" } }],
  run({ store, caller, now }, { status, kind, operation, agent, ...page }) {
    const isWanted = (record: ApprovalRecord) =>
      maySee(caller, record) &&
      (status === undefined || statusAt(record, now) === status) &&
      (kind === undefined || (record.kind ?? "command") === kind) &&
      (operation === undefined || record.operation === operation) &&
      (agent === undefined || record.requester.agentId === agent);
    const reach = caller.reach("approvals:decide");
    const seesOthers = caller.isAdmin || reach === "all" || reach.size > 0;
    // An expired approval is still stored as pending until the next sweep.
    const place = !seesOthers
      ? { by: "byViewer" as const, prefix: [caller.contextId] }
      : status === undefined || status === "expired"
        ? {}
        : { by: "byStatus" as const, prefix: [status] };
    const source = filtered(store.unchecked, approvals, { ...place, reverse: true }, isWanted);
    return Approvals.answer(page, source, (record) => showApproval(record, caller, now));
  },
});
