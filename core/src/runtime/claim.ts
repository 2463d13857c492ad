import { Canceled } from "../define/errors.ts";
import type { Operation } from "../define/operation.ts";
import { OutcomeUnknown, recordsOf, Transaction } from "../storage/index.ts";
import { processMark } from "../storage/process-mark.ts";
import type { Admitted } from "./admit.ts";
import { endClaim, keep } from "./idempotency.ts";
import { isUnavailable, transact } from "./transactions.ts";
import { type Claim, lookupOf, type Runtime, type Step, type Work } from "./work.ts";

/** Thrown if outside work could not be claimed because something it read has changed. */
export const LOST = new Error("Claiming the outside work failed because of a conflict");

/** Whether the `execute` of an operation must not run twice. */
export const isOutside = ({ effect, outside }: Operation): boolean => outside ?? effect === "external";

export const claimFor = ({ driver }: Runtime, { once, operation }: Admitted): Claim => ({
  ...(once && isOutside(operation) && { lookup: new Transaction(driver) }),
  hasBegun: false,
});

/** Outside work is claimed before it begins, so that nobody begins it a second time. */
export const claiming: Step = (next) => (work) =>
  isOutside(work.call.operation) ? begin(work).then(() => next(work)) : next(work);

/** Records that outside work begins, if everything it read is still valid. */
async function begin({ runtime, call: { once, operation, until }, commit }: Work): Promise<void> {
  const { claim, tx } = commit;
  if (until?.aborted) throw Canceled({});
  if (!claim) throw new Error(`${operation.id} works outside the store: call it with host.call, not within a commit`);
  if (once) {
    const lookup = lookupOf(commit);
    await keep(recordsOf(lookup), once, runtime.now(), { state: "running", by: processMark() });
    const { checks, writes } = lookup.batch();
    if ((await runtime.queue.commit({ checks: [...tx.checks, ...checks], writes })) === false) throw LOST;
  }
  claim.hasBegun = true;
}

/**
 * Ends the claim of a call that failed, and returns its error: outside work that has begun may have been done, whatever
 * failed after it. If even this cannot be written, the claim remains and its outcome later counts as unclear.
 */
export async function failedOutside(runtime: Runtime, { once }: Admitted, claim: Claim | undefined, thrown: unknown) {
  if (!claim?.hasBegun) return thrown;
  const error = isUnavailable(thrown) ? new OutcomeUnknown(thrown) : thrown;
  if (once) await transact(runtime, (store) => endClaim(store, once, error, runtime.now())).catch(() => {});
  return error;
}
