import type { Approvals } from "../define/approvals.ts";
import type { Answer } from "../define/call.ts";
import { Forbidden } from "../define/errors.ts";
import type { Operation, PlanShape } from "../define/operation.ts";
import { entryOf, record } from "../journal/entry.ts";
import { after, type MaybePromise, recordsOf, type Version } from "../storage/index.ts";
import type { Admitted } from "./admit.ts";
import { stagingIn } from "./call-context.ts";
import { keep } from "./idempotency.ts";
import { digestOf } from "./operate.ts";
import { type Commit, type Handler, lookupOf, type Runtime, type Step, type Work } from "./work.ts";

/** A command that must be approved is proposed instead of executed. */
export const reviewing: Step = (next) => (work) => (isReviewed(work) ? review(work, next) : next(work));

const isReviewed = ({ call: { proposal, approved, operation }, runtime }: Work): boolean =>
  proposal !== undefined ||
  (approved !== true && !operation.properties.includes("restricts") && runtime.approvals() !== undefined);

async function review(work: Work, next: Handler): Promise<Answer> {
  const { runtime, call, commit, now, id } = work;
  const { operation, input, caller, once, reason, proposal, cause, depth } = call;
  const plan = work.plan as PlanShape;
  const approved = call.approved === true ? undefined : call.approved;
  const place = { approved, isNested: depth > 0, canWait: depth === 0 && commit.claim !== undefined };
  const reviewed = {
    ...{ operation, input, plan, caller, proposal, reason, cause, ...place },
    digest: () => digestOf(work),
    resources: () => resourcesOf(work),
  };
  const pending = await approvalsOf(runtime, operation).review(stagingIn(commit, now, id, cause), reviewed);
  if (!pending) return next(work);
  if (once) await keep(recordsOf(lookupOf(commit)), once, now, { state: "proposed", approvalId: pending.approvalId });
  return { done: false, plan, digest: pending.digest, pending };
}

/** The ids in the input, and those that the operation finds for it. */
function resourcesOf({ call: { operation, input }, reading }: Work): MaybePromise<readonly string[] | undefined> {
  const named = [operation.resource?.(input as never) ?? []].flat();
  if (!operation.resources) return named.length > 0 ? named : undefined;
  return after(operation.resources(reading as never, input as never), (ids) => ids && [...named, ...ids]);
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
