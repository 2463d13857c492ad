import type { Approvals } from "../define/approvals.ts";
import type { Answer } from "../define/call.ts";
import { Forbidden } from "../define/errors.ts";
import type { Operation, PlanShape } from "../define/operation.ts";
import { entryOf, record } from "../journal/entry.ts";
import { type MaybePromise, recordsOf, type Transaction, type Version } from "../storage/index.ts";
import type { Admitted } from "./admit.ts";
import { type CallSetting, type Staging, stagingIn } from "./call-context.ts";
import { keep } from "./idempotency.ts";
import type { PublishingStore } from "./transactions.ts";

export interface Reviewing {
  approvals(): Approvals | undefined;
}

/** The content of a commit in which a command may be proposed instead of executed. */
export interface ReviewedWork extends Staging {
  /** Reads the first outcome. Separate from `tx` for external work, whose claim is committed first. */
  readonly lookup: Transaction;
  /** The commit belongs to another caller and may run again: no external work may start, and nothing can wait. */
  readonly isJoined?: true;
}

/** The plan as a pending approval, if the command must be approved before it is executed. */
export async function review(
  runtime: Reviewing,
  { operation, input, caller, once, reason, proposal, ...call }: Admitted,
  { work, now, id }: Pick<CallSetting, "now" | "id"> & { work: ReviewedWork },
  plan: PlanShape,
  digest: () => MaybePromise<string>,
): Promise<Answer | undefined> {
  // What an executed command does in turn was part of its plan, and the commit of a plugin cannot wait.
  if (call.approved || call.depth > 0 || work.isJoined) return undefined;
  const approvals = proposal ? approvalsOf(runtime, operation) : runtime.approvals();
  const reviewed = { operation, input, plan, digest, caller, proposal, reason, cause: call.cause };
  const pending = await approvals?.review(stagingIn(work, now, id, call.cause), reviewed);
  if (pending && once)
    await keep(recordsOf(work.lookup), once, now, { state: "proposed", approvalId: pending.approvalId });
  return pending && { done: false, plan, digest: pending.digest, pending };
}

/** Throws if no plugin keeps approvals: then nobody can propose anything. */
export function approvalsOf(runtime: Reviewing, { scope }: Operation): Approvals {
  const approvals = runtime.approvals();
  if (!approvals) throw Forbidden({ scope });
  return approvals;
}

/** The commit of a proposal. No command is recorded in it, since none was executed. */
export function proposed(runtime: PublishingStore, { caller, cause }: Admitted, { tx, lookup, events }: ReviewedWork) {
  const entry = entryOf(events, caller, runtime.now(), undefined, cause);
  record(tx, entry);
  const batches = tx === lookup ? [tx.batch()] : [tx.batch(), lookup.batch()];
  const batch = { checks: batches.flatMap(({ checks }) => checks), writes: batches.flatMap(({ writes }) => writes) };
  return { batch, onCommitted: (number: Version) => runtime.onCommitted(entry, number) };
}
