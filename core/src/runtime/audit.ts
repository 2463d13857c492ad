import { digestOf, withoutSecrets } from "../define/digest.ts";
import { isGatewayError } from "../define/error.ts";
import { executed, type Run, type Staged } from "../journal/entry.ts";
import type { Admitted } from "./admit.ts";

/** The command that a call carries out, as the journal tells of it. */
export function runOf({ operation, input, once, requestId }: Admitted, outcome = "done"): Run {
  const told = withoutSecrets(operation.input, input);
  const digest = once && told === input ? once.digest : digestOf(told);
  return { operation: operation.id, ...(requestId !== undefined && { request: requestId }), outcome, digest };
}

/** The same of one that came to an error. */
export const failedRunOf = (call: Admitted, error: unknown): Run =>
  runOf(call, isGatewayError(error) ? error.code : "gateway.internal");

/** What a call within the commit of somebody else reports, in the name of its caller: a command itself comes first. */
export function joinedBy(call: Admitted, events: readonly Staged[]): Staged[] {
  const by = call.caller.contextId;
  const all = call.mode === "execute" ? [executed(runOf(call)), ...Object.freeze(events)] : events;
  return all.map((event) => ({ ...event, by }));
}
