import { type Caller, type Cause, causedBy, eventIdOf, type GatewayView, isGatewayError } from "@postern/core";
import type { Undoable } from "./collection.ts";

/** The command that undoes another one follows from it, which shows in the trace of both. */
function causeOf(found: Undoable): Cause {
  const id = eventIdOf(found);
  return causedBy({ id, correlationId: found.correlationId ?? id, depth: found.depth });
}

/** The plan of the command that undoes another one. Without a digest there is nothing to do. */
export async function planInverse(gateway: GatewayView, caller: Caller, found: Undoable) {
  const { operation, input } = found.inverse;
  const shown = await gateway.call(operation, input, { caller, cause: causeOf(found) }, { dryRun: true });
  const { dryRun, ...planned } = shown as { dryRun?: true; plan: { summary: string }; digest: string };
  return dryRun ? planned : { plan: { summary: "Nothing to do" }, digest: undefined };
}

/** Executes the command that undoes another one, if its plan is the one that was shown. */
export async function runInverse(
  gateway: GatewayView,
  caller: Caller,
  found: Undoable,
  plan: string | undefined,
  traceparent: string | undefined,
): Promise<{ answer: unknown } | { approvalId: string }> {
  const { operation, input } = found.inverse;
  const cause = { ...causeOf(found), ...(traceparent !== undefined && { traceparent }) };
  const options = { caller, execute: true, cause, ...(plan !== undefined && { plan }) };
  try {
    return { answer: await gateway.call(operation, input, options) };
  } catch (error) {
    if (!isGatewayError(error) || error.code !== "gateway.approval_pending") throw error;
    return { approvalId: (error.data as { approvalId: string }).approvalId };
  }
}
