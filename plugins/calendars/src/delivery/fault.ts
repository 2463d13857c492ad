import type { Transacting } from "@postern/core";
import type { RequestFailed } from "@postern/kit/outbound";

/**
 * Error codes of providers and their consequences. `stop`: the account is stopped until somebody fixes the cause.
 * `never`: the entry fails permanently. `retry`: the entry is retried.
 * `leave`: a gateway on another host does it, and nothing is recorded.
 */
const CONSEQUENCES = {
  unauthorized: "stop",
  creator_ended: "stop",
  connection_missing: "stop",
  connection_disabled: "stop",
  secret_unavailable: "stop",
  secret_elsewhere: "leave",
  misconfigured: "stop",
  gone: "never",
  forbidden: "never",
  rejected: "never",
  not_found: "never",
  attendee_missing: "never",
  organizer_missing: "never",
  recipient_missing: "never",
  event_missing: "never",
  account_missing: "never",
  superseded: "never",
  too_large: "never",
  redirected: "retry",
  etag_conflict: "retry",
  rate_limited: "retry",
  server_error: "retry",
  unreachable: "retry",
  timeout: "retry",
  cut_off: "retry",
  bad_answer: "retry",
} as const;

export type FaultCode = keyof typeof CONSEQUENCES;

/** A failure at a provider. Its message is shown to people, and contains no secrets and nothing of an event. */
export class Fault extends Error {
  readonly code: FaultCode;
  /** Milliseconds that the provider asks to wait. */
  readonly wait: number | undefined;

  constructor(code: FaultCode, message: string, wait?: number) {
    super(message);
    this.code = code;
    this.wait = wait;
  }

  get consequence(): "stop" | "never" | "retry" | "leave" {
    return CONSEQUENCES[this.code];
  }
}

/** The fault for an HTTP status other than success. */
export function statusFault(status: number, wait: number | undefined): Fault {
  const said = `The server responded with ${status}`;
  if (status === 401) return new Fault("unauthorized", "The server rejected the user name or password (401)");
  if (status === 403) return new Fault("forbidden", "The server denied access (403)");
  if (status === 404) return new Fault("not_found", "The resource does not exist on the server (404)");
  if (status === 408) return new Fault("timeout", said);
  if (status === 410) return new Fault("gone", "The resource was permanently removed from the server (410)");
  if (status === 409 || status === 412)
    return new Fault("etag_conflict", `The object has been changed on the server (${status})`);
  if (status === 429) return new Fault("rate_limited", withRetryAfter(said, wait), wait);
  if (status === 501) return new Fault("rejected", "The server does not support the request (501)");
  if (status >= 500) return new Fault("server_error", withRetryAfter(said, wait), wait);
  if (status >= 400) return new Fault("rejected", said);
  return new Fault("bad_answer", `${said}, which is not a valid response to the request`);
}

const withRetryAfter = (said: string, wait: number | undefined): string =>
  wait === undefined ? said : `${said} and asked to retry after ${Math.ceil(wait / 1000)} seconds`;

/** The fault for a request without a complete response. */
export function requestFault({ kind, message }: RequestFailed): Fault {
  if (kind === "other_origin" || kind === "blocked") return new Fault("misconfigured", message);
  return new Fault(kind, message);
}

/** Result of a successful attempt, with changes to be made in the same commit. */
export interface Outcome {
  readonly status: "acked" | "sent";
  readonly providerResult: Readonly<Record<string, unknown>>;
  readonly onDelivered?: (ctx: Transacting) => Promise<void>;
}
