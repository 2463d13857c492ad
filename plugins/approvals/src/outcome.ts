import { type ErrorDefinition, gatewayErrors, type Operation, type ProposalOutcome, type Reads } from "@postern/core";
import { pendingOf, statusAt } from "./approval.ts";
import { approvals } from "./collections.ts";
import { ApprovalDecided, ApprovalNotFound } from "./errors.ts";

/** The outcome of a proposal for a call that is repeated with its idempotency key. */
export async function outcomeOf(
  store: Reads,
  id: string,
  now: number,
  operationOf: (id: string) => Operation | undefined,
): Promise<ProposalOutcome> {
  const record = await store.get(approvals, id);
  if (!record) return { error: ApprovalNotFound({ id }) };
  const { outcome = {}, operation } = record;
  const status = statusAt(record, now);
  if (status === "pending" || status === "stale" || status === "approved") return { pending: pendingOf(record) };
  if (status === "executed") {
    const { replayed } = operationOf(operation) ?? {};
    return { answer: replayed?.(outcome.answer as never) ?? outcome.answer };
  }
  if (status === "failed" && outcome.unclear)
    return {
      error: gatewayErrors.OutcomeUnclear({ since: new Date(record.startedAt ?? record.createdAt).toISOString() }),
    };
  const declared = operationOf(operation)?.errors.find((one: ErrorDefinition) => one.code === outcome.code);
  // The data of the error are not kept, so only an error without any can be answered as itself.
  if (declared && Object.keys(declared.data.properties ?? {}).length === 0) return { error: declared({}) };
  return { error: ApprovalDecided({ id, approvalStatus: status }) };
}
