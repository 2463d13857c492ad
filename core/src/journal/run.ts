import type { Admitted } from "../admit.ts";
import { digestOf } from "../digest.ts";
import { isGatewayError } from "../error.ts";
import { withoutSecrets } from "../secrets.ts";
import type { Run } from "./entry.ts";

/** The command that a call carries out, as the journal tells of it. */
export function runOf({ operation, input, once, requestId }: Admitted, outcome = "done"): Run {
  const told = withoutSecrets(operation.input, input);
  const digest = once && told === input ? once.digest : digestOf(told);
  return { operation: operation.id, ...(requestId !== undefined && { request: requestId }), outcome, digest };
}

/** The same of one that came to an error. */
export const failedRunOf = (call: Admitted, error: unknown): Run =>
  runOf(call, isGatewayError(error) ? error.code : "gateway.internal");
