import { authorize, authorizeResource } from "../auth/authorize.ts";
import type { Call } from "../define/call.ts";
import { InvalidInput } from "../define/errors.ts";
import { read } from "../define/validate.ts";
import { type IdempotentCall, idempotentCall } from "./idempotency.ts";

/** A call that has passed the checks, with its input read and its way decided. */
export interface Admitted extends Call {
  readonly mode: "query" | "plan" | "execute";
  readonly once: IdempotentCall | undefined;
  readonly depth: number;
  /** What it makes once, however often it runs again. */
  readonly memos: Map<string, unknown>;
}

/** Scope before schema, schema before resource: who may not call learns nothing of the operation. */
export function admit(call: Call, depth: number): Admitted {
  const { operation, input, caller } = call;
  if (!call.open) authorize(operation, caller);
  const issues = read(operation.input, input);
  if (issues.length > 0) throw InvalidInput({ issues });
  freeze(input);
  if (!call.open) authorizeResource(operation, caller, input as never);
  const mode = modeOf(call);
  const once = mode === "execute" ? idempotentCall(operation, caller.contextId, call.idempotencyKey, input) : undefined;
  return { ...call, mode, once, depth, memos: new Map() };
}

function modeOf({ operation, input, dryRun, execute }: Call): Admitted["mode"] {
  if (operation.kind === "query") return "query";
  if (dryRun) return "plan";
  const { dryRunByDefault: rule } = operation;
  const dry = typeof rule === "function" ? rule(input as never) : rule;
  return dry && execute !== true ? "plan" : "execute";
}

/**
 * What plan was shown is what execute gets: neither can change the input of the other. A thousand objects at most: for
 * all of a large input it would take several times as long as to parse it. Answers how many more it may be.
 */
function freeze(value: unknown, left = 1_000): number {
  if (typeof value !== "object" || value === null || left <= 0 || ArrayBuffer.isView(value)) return left;
  Object.freeze(value);
  let rest = left - 1;
  for (const name in value) rest = freeze((value as Record<string, unknown>)[name], rest);
  return rest;
}
