import type { GatewayError } from "../define/error.ts";

/** A problem document (RFC 9457) with additions: a stable code, the request id, the data of the error and a fix. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The same text, for clients that do not know RFC 9457. */
  readonly message: string;
  readonly code: string;
  readonly requestId: string;
  readonly fix?: string;
  readonly [member: string]: unknown;
}

export function problemOf({ definition, data, code, status, message }: GatewayError, requestId: string): Problem {
  const fix = definition.fix?.(data);
  return {
    ...(data as object),
    type: `urn:postern:error:${code}`,
    title: definition.title,
    status,
    detail: message,
    message,
    code,
    requestId,
    ...(fix !== undefined && { fix }),
  };
}
