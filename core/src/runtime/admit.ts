import { authorize, authorizeResource } from "../auth/authorize.ts";
import type { ReviewedCall } from "../define/approvals.ts";
import type { Call } from "../define/call.ts";
import { type Caller, proposer } from "../define/caller.ts";
import { InvalidInput } from "../define/errors.ts";
import { read } from "../define/validate.ts";
import type { IdempotentCall } from "./idempotency.ts";

/** A call that has passed all checks, with its input parsed and its mode decided. */
export interface Admitted extends Call {
  /** With `default` the plan decides whether it is executed. */
  readonly mode: "query" | "plan" | "execute" | "default";
  /** The caller with its own rights only: `caller` has those that it may propose too, if this is a proposal. */
  readonly own: Caller;
  /** Why the command waits for approval instead of being executed, if it does. */
  readonly proposal: ReviewedCall["proposal"];
  readonly once?: IdempotentCall | undefined;
  readonly depth: number;
  /** Values that are created once, even if the call runs again. */
  memos?: Map<string, unknown>;
}

/**
 * Checks the scope before the schema and the schema before the resource: unauthorized callers learn nothing about the
 * operation.
 */
export function admit(call: Call, depth: number): Admitted {
  const { operation, input, caller } = call;
  if (!call.open) authorize(operation, caller, depth > 0);
  const issues = read(operation.input, input);
  if (issues.length > 0) throw InvalidInput({ issues });
  freeze(input);
  const mayOnlyPropose = !call.open && authorizeResource(operation, caller, input as never);
  const proposal: Admitted["proposal"] = call.propose ? "asked" : mayOnlyPropose ? "required" : undefined;
  const { plan, requestId, signal, until, reason, cause, approved } = call;
  const by = proposal ? proposer(caller) : caller;
  const mode = modeOf(call);
  // Not spread: that takes the slow path of the engine, a tenth of a call's time.
  return {
    operation,
    input,
    caller: by,
    own: caller,
    plan,
    requestId,
    signal,
    until,
    reason,
    cause,
    approved,
    mode,
    proposal,
    depth,
  };
}

function modeOf({ operation: { kind, dryRunByDefault: rule }, dryRun, propose, execute }: Call): Admitted["mode"] {
  if (kind === "query") return "query";
  if (dryRun) return "plan";
  if (propose) return "execute";
  if (execute === undefined && typeof rule === "function") return "default";
  return (execute ?? !rule) ? "execute" : "plan";
}

/** Whether a call whose mode is `default` ends with this plan. */
export const endsWith = (plan: unknown, { operation: { dryRunByDefault: rule }, mode, input }: Admitted): boolean =>
  mode === "plan" || (mode === "default" && typeof rule === "function" && rule(input as never, plan as never));

/**
 * Freezes the input, so that plan and execute see the same one. At most a thousand objects: freezing all of a large
 * input takes several times as long as parsing it. Returns how many objects are left.
 */
function freeze(value: unknown, left = 1_000): number {
  if (typeof value !== "object" || value === null || left <= 0 || ArrayBuffer.isView(value)) return left;
  Object.freeze(value);
  let rest = left - 1;
  for (const name in value) rest = freeze((value as Record<string, unknown>)[name], rest);
  return rest;
}
