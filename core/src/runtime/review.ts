import type { Approvals } from "../define/approvals.ts";
import type { Answer } from "../define/call.ts";
import { Forbidden } from "../define/errors.ts";
import type { Operation, PlanShape } from "../define/operation.ts";
import { entryOf, record } from "../journal/entry.ts";
import { recordsOf, type Version } from "../storage/index.ts";
import type { Admitted } from "./admit.ts";
import { stagingIn } from "./call-context.ts";
import { keep } from "./idempotency.ts";
import { digestOf } from "./operate.ts";
import { type Commit, type Handler, lookupOf, type Runtime, type Step, type Work } from "./work.ts";

/**
 * A command that must be approved is proposed instead of executed. What an executed command does in turn was part of its
 * plan, and the commit of a plugin cannot wait.
 */
export const reviewing: Step = (next) => (work) =>
  work.call.approved || work.call.depth > 0 || !work.commit.claim ? next(work) : review(work, next);

async function review(work: Work, next: Handler): Promise<Answer> {
  const { runtime, call, commit, now, id } = work;
  const { operation, input, caller, once, reason, proposal, cause } = call;
  const plan = work.plan as PlanShape;
  const approvals = proposal ? approvalsOf(runtime, operation) : runtime.approvals();
  const reviewed = { operation, input, plan, digest: () => digestOf(work), caller, proposal, reason, cause };
  const pending = await approvals?.review(stagingIn(commit, now, id, cause), reviewed);
  if (!pending) return next(work);
  if (once) await keep(recordsOf(lookupOf(commit)), once, now, { state: "proposed", approvalId: pending.approvalId });
  return { done: false, plan, digest: pending.digest, pending };
}

/** Throws if no plugin keeps approvals: then nobody can propose anything. */
export function approvalsOf(runtime: Pick<Runtime, "approvals">, { scope }: Operation): Approvals {
  const approvals = runtime.approvals();
  if (!approvals) throw Forbidden({ scope });
  return approvals;
}

/** The commit of a proposal. No command is recorded in it, since none was executed. */
export function proposed(runtime: Runtime, { caller, cause }: Admitted, { tx, claim, events }: Commit) {
  const entry = entryOf(events, caller, runtime.now(), undefined, cause);
  record(tx, entry);
  const batches = claim?.lookup ? [tx.batch(), claim.lookup.batch()] : [tx.batch()];
  const batch = { checks: batches.flatMap(({ checks }) => checks), writes: batches.flatMap(({ writes }) => writes) };
  return { batch, onCommitted: (number: Version) => runtime.onCommitted(entry, number) };
}
