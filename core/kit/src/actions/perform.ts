import {
  type Caller,
  type Cause,
  declaredError,
  type GatewayError,
  type GatewayView,
  gatewayErrors,
  isGatewayError,
} from "@postern/core";
import type { Action } from "./action.ts";
import { ActionKeyEnded } from "./errors.ts";
import { type ActionOutcome, outcomeOf, resultIdOf } from "./outcome.ts";
import { renderInput, type TemplateScope } from "./render.ts";

/** One attempt to run an action. */
export interface ActionRun {
  readonly action: Action;
  /** The context of the action, and its current caller; undefined if it has ended. */
  readonly contextId: string;
  readonly caller: Caller | undefined;
  readonly scope: TemplateScope;
  /** The id of the run: the same at each attempt. */
  readonly idempotencyKey: string;
  /** Unix milliseconds of the first attempt and of this one. */
  readonly firstAttemptAt: number;
  readonly now: number;
  /** Why the operation is called, for those who approve it. */
  readonly reason?: string;
  /** What the run follows from: the events of what it calls carry it. */
  readonly cause: Cause;
  readonly signal: AbortSignal;
}

/** The kernel keeps the outcomes of idempotency keys for 24 hours. After that a repeated call would be a second one. */
const REPEATABLE = 23 * 60 * 60 * 1000;

/**
 * Runs an action as its context. Failures that an attempt later may not have (status 500 and above) are thrown, for the
 * queue to retry; everything else is an outcome. A command is done at most once for all attempts of a run.
 */
export async function performAction(
  gateway: Pick<GatewayView, "operation" | "call">,
  run: ActionRun,
): Promise<ActionOutcome> {
  const { action, contextId, caller, scope, firstAttemptAt, now } = run;
  const isQuery = gateway.operation(action.operation)?.kind === "query";
  if (!isQuery && now - firstAttemptAt > REPEATABLE)
    return outcomeOf("unclear", gatewayErrors.OutcomeUnclear({ since: new Date(firstAttemptAt).toISOString() }));
  if (!caller) return outcomeOf("failed", ActionKeyEnded({ contextId }));
  try {
    const input = renderInput(action.input ?? {}, scope);
    const answer = await gateway.call(action.operation, input, optionsOf(run, caller, isQuery));
    const resultId = isQuery ? undefined : resultIdOf(answer, input);
    return { status: "done", ...(resultId !== undefined && { resultId }) };
  } catch (error) {
    if (!isGatewayError(error) || error.status >= 500) throw error;
    return endOf(error);
  }
}

/** The only place where the call of an action gets its options. */
function optionsOf({ idempotencyKey, reason, cause, signal }: ActionRun, caller: Caller, isQuery: boolean) {
  if (isQuery) return { caller, cause, signal };
  return { caller, cause, signal, execute: true, idempotencyKey, ...(reason !== undefined && { reason }) };
}

function endOf(error: GatewayError): ActionOutcome {
  if (error.code === gatewayErrors.ApprovalPending.code) {
    const { approvalId, expiresAt } = error.data as { approvalId: string; expiresAt: number };
    return { status: "pending", approvalId, expiresAt };
  }
  return outcomeOf(error.code === gatewayErrors.OutcomeUnclear.code ? "unclear" : "failed", error);
}

/**
 * The outcome of a run whose last attempt has thrown. A command is `unclear` unless it is certain that it was not begun,
 * since an operation that works outside the store may have done its work before it failed.
 */
export function outcomeOfFailure(
  gateway: Pick<GatewayView, "operation">,
  { operation }: Action,
  error: unknown,
): ActionOutcome {
  const { code, message, data } = declaredError(error);
  const isNotRunning = code === gatewayErrors.Unavailable.code && (data as { plugin?: string }).plugin !== undefined;
  const isCertain = isNotRunning || gateway.operation(operation)?.kind !== "command";
  return outcomeOf(isCertain ? "failed" : "unclear", { code, message });
}
