import type { RequestOptions, Transport } from "../http/transport.ts";

/** Options of one call. */
export interface CallOptions<Execute extends boolean = boolean> extends RequestOptions {
  /** Executes an operation that otherwise only shows its plan. */
  readonly execute?: Execute;
  /** Sent instead of a random one. A repeated call with the same key has the first outcome. */
  readonly idempotencyKey?: string;
}

/** What a call sends besides its input. */
export interface CallHeaders {
  readonly "if-match"?: string;
  readonly "x-dry-run"?: "true";
  readonly "x-postern-propose"?: "true";
  readonly "x-postern-reason"?: string;
}

/** The path of an operation. */
export const pathOf = (id: string): string => `/api/v1/${id.replaceAll(".", "/")}`;

/**
 * Calls an operation. The Idempotency-Key makes it safe to repeat a command whose response was lost; queries ignore it.
 */
export function callOperation(
  transport: Transport,
  id: string,
  input: unknown = {},
  options: CallOptions = {},
  headers: CallHeaders = {},
): Promise<unknown> {
  const { execute, idempotencyKey = newKey() } = options;
  const body = JSON.stringify(execute === undefined ? input : { ...(input as object), execute });
  const sent = { "content-type": "application/json", "idempotency-key": idempotencyKey, ...headers };
  const mayWait = headers["x-postern-propose"] !== undefined;
  return transport.json({ path: pathOf(id), method: "POST", headers: sent, body, mayWait }, options);
}

/** `crypto.randomUUID` is missing in pages that are not served over HTTPS or from this machine. */
export function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
