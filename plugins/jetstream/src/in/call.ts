import { type Caller, type GatewayError, gatewayErrors, isGatewayError, suggest } from "@postern/core";
import type { ConsumerRecord } from "../collections.ts";
import type { OurHost } from "../host.ts";
import type { Request } from "./request.ts";

/** What came of a message. */
export type Outcome =
  | { readonly status: "done"; readonly output: unknown }
  | { readonly status: "planned"; readonly plan: unknown; readonly digest: string }
  | { readonly status: "pending"; readonly approvalId: string; readonly expiresAt: number }
  | { readonly status: "failed"; readonly error: GatewayError };

interface Calling {
  readonly host: OurHost;
  readonly consumer: ConsumerRecord;
  readonly caller: Caller;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** Statuses of errors that may not occur when the message is delivered again. */
const RETRYABLE = [408, 425, 429];

/** Calls the operation of a message. Throws errors that a later attempt may not have; all others are an outcome. */
export async function callOperation(request: Request, calling: Calling): Promise<Outcome> {
  const { host, caller, idempotencyKey, signal } = calling;
  const { operation, input, execute, plan, reason, cause } = request;
  const { gateway } = host.services;
  try {
    assertAllowed(operation, calling);
    const isQuery = gateway.operation(operation)?.kind === "query";
    const options = isQuery
      ? { caller, cause, signal }
      : {
          ...{ caller, cause, signal, idempotencyKey },
          ...(execute !== undefined && { execute }),
          ...(plan !== undefined && { plan }),
          ...(reason !== undefined && { reason }),
        };
    const answer = await gateway.call(operation, input, options);
    return outcomeIn(answer);
  } catch (error) {
    if (!isGatewayError(error) || error.status >= 500 || RETRYABLE.includes(error.status)) throw error;
    if (error.code !== gatewayErrors.ApprovalPending.code) return { status: "failed", error };
    const { approvalId, expiresAt } = error.data as { approvalId: string; expiresAt: number };
    return { status: "pending", approvalId, expiresAt };
  }
}

/** The rights of the context say the same; this makes the error exact, and keeps to the list if they are wider. */
function assertAllowed(operation: string, { host, consumer }: Calling): void {
  const { gateway } = host.services;
  if (consumer.operations.includes(operation) && gateway.operation(operation)) return;
  if (gateway.operation(operation)) throw gatewayErrors.Forbidden({ scope: operation });
  throw gatewayErrors.UnknownOperation({ operation, nearest: suggest(operation, consumer.operations) });
}

function outcomeIn(answer: unknown): Outcome {
  const { dryRun, plan, digest } = (answer ?? {}) as { dryRun?: unknown; plan?: unknown; digest?: unknown };
  return dryRun === true && typeof digest === "string"
    ? { status: "planned", plan, digest }
    : { status: "done", output: answer };
}
