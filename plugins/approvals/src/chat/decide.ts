import { type Cause, isGatewayError, type PluginContext } from "@postern/core";
import { postpone } from "@postern/kit/queue";
import { isOpenAt, planOf, statusAt } from "../approval.ts";
import { type ApprovalRecord, approvals, type IdentityRecord } from "../collections.ts";
import type { group } from "../group.ts";
import { isDirectIn, obstacleIn } from "./reach.ts";
import { changeLines, lineOf, timeOf } from "./texts.ts";

/** Milliseconds between two looks at a command that is being executed. */
const LOOK = 1_000;

interface Setting {
  readonly host: PluginContext<typeof group>;
  readonly identity: IdentityRecord;
  readonly cause: Cause | undefined;
  readonly signal: AbortSignal;
}
interface Reply {
  readonly decision: "approve" | "deny";
  readonly approval: string;
  /** Digest of the plan that was shown. */
  readonly plan: string;
  readonly note: string | undefined;
  /** The same at each attempt, so that a crash decides once. */
  readonly idempotencyKey: string;
}
/** The answer to a reply. `renew`: the plan that a new code in the answer approves. */
interface Outcome {
  readonly text: string;
  readonly renew?: { readonly approval: ApprovalRecord; readonly plan: string };
}

/** Decides an approval with the rights that the bound context has now. */
export async function decide({ host, identity, cause, signal }: Setting, reply: Reply): Promise<Outcome> {
  const { decision, approval: id, plan: digest, note, idempotencyKey } = reply;
  const before = await host.store.get(approvals, id);
  if (!before) return { text: "The approval no longer exists." };
  const caller = await host.callerOf(identity.contextId);
  if (!caller) return { text: "Not decided: the key that was bound here was revoked or has expired." };
  // Once it is decided, the outcome is asked for: an earlier attempt may have decided it.
  const obstacle = isOpenAt(before, host.now()) ? await obstacleIn(host, before, identity) : undefined;
  if (obstacle !== undefined)
    return { text: `Not decided here: ${obstacle} Decide it elsewhere: postern approvals show ${id}` };
  const isDirect = await isDirectIn(host, identity);
  const input = { id, ...(decision === "approve" && { digest }), ...(note !== undefined && { note }) };
  try {
    const options = { caller, idempotencyKey, signal, ...(cause && { cause }) };
    await host.services.gateway.call(`approvals.${decision}`, input, options);
  } catch (error) {
    if (!isGatewayError(error) || error.status >= 500) throw error;
    const current = (await host.store.get(approvals, id)) ?? before;
    if (error.code === "approvals.approval_decided")
      return { text: `Already decided: it is ${(error.data as { approvalStatus: string }).approvalStatus}.` };
    if (error.code === "approvals.approval_expired")
      return { text: `Too late: it expired at ${timeOf(current.expiresAt)}.` };
    if (error.code === "approvals.digest_mismatch") return staleOf(current, isDirect);
    return { text: `Not decided: ${lineOf(error.message, 300)}` };
  }
  return outcomeOf((await host.store.get(approvals, id)) ?? before, host.now(), isDirect);
}

/** How the approval is now, after a decision. Throws while its command is being executed, to look again later. */
function outcomeOf(record: ApprovalRecord, now: number, isDirect: boolean): Outcome {
  const { summary, outcome, votes, quorum } = record;
  switch (statusAt(record, now)) {
    case "approved":
      throw postpone(LOOK, "The approved command is being executed");
    case "executed":
      return { text: `${record.kind === "permission" ? "Allowed" : "Executed"}: ${lineOf(summary)}` };
    case "failed":
      return { text: `${outcome?.unclear ? "Unclear" : "Failed"}: ${lineOf(outcome?.message ?? summary, 300)}` };
    case "denied":
      return { text: `Denied: ${lineOf(summary)}` };
    case "stale":
      return staleOf(record, isDirect);
    case "pending":
      return { text: `Approved by you. ${quorum - votes.length} more needed: ${lineOf(summary)}` };
    default:
      return { text: `It is ${statusAt(record, now)}: ${lineOf(summary)}` };
  }
}

/** The plan has changed since it was shown: it is shown again, with another code. */
function staleOf(record: ApprovalRecord, isDirect: boolean): Outcome {
  const { stale, id } = record;
  const { changes = [], reason } = stale ?? {};
  const why = reason === undefined ? "The plan has changed since it was shown" : lineOf(reason);
  const text = [`Not executed: ${why}`, ...changeLines(changes, id, isDirect)].join("\n");
  return { text, renew: { approval: record, plan: planOf(record).digest } };
}
