import { digestOf } from "../define/digest.ts";
import { isGatewayError } from "../define/error.ts";
import { withoutSecrets } from "../define/secrets.ts";
import { executed, type Run, type Staged } from "../journal/entry.ts";
import type { Admitted } from "./admit.ts";

/** The command of a call, as the journal records it. */
export function runOf({ operation, input, once, requestId: request }: Admitted, outcome = "done"): Run {
  const visible = withoutSecrets(operation.input, input);
  const digest = once && visible === input ? once.digest : digestOf(visible);
  const { id } = operation;
  // Not spread: a member after a spread takes the slow path of the engine.
  return request === undefined ? { operation: id, outcome, digest } : { operation: id, outcome, digest, request };
}

/** The same for a command that failed. */
export const failedRunOf = (call: Admitted, error: unknown): Run =>
  runOf(call, isGatewayError(error) ? error.code : "gateway.internal");

/**
 * The events of a call within another caller's commit, attributed to its own caller. A command comes before its events.
 */
export function joinedBy(call: Admitted, events: readonly Staged[]): Staged[] {
  const { caller, cause } = call;
  const all = call.mode === "execute" ? [executed(runOf(call)), ...Object.freeze(events)] : events;
  return all.map((event) => ({ ...event, by: caller.contextId, ...(cause && { cause }) }));
}
