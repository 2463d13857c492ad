import type { Transacting } from "@postern/core";

/**
 * What went wrong at a provider, in one word for programs. `stop`: nothing of the account can go on before somebody
 * sees to it. `never`: no further attempt at this can succeed. Anything else is worth another attempt.
 */
const CONSEQUENCES = {
  unauthorized: "stop",
  connection_missing: "stop",
  connection_disabled: "stop",
  secret_unavailable: "stop",
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

/** Why a provider did not take or give something; its words are for people, and hold no secret and nothing of an event. */
export class Fault extends Error {
  readonly code: FaultCode;
  /** Milliseconds that the provider asks to be left alone. */
  readonly wait: number | undefined;

  constructor(code: FaultCode, message: string, wait?: number) {
    super(message);
    this.code = code;
    this.wait = wait;
  }

  get consequence(): "stop" | "never" | "retry" {
    return CONSEQUENCES[this.code];
  }
}

/** What an HTTP status says that is no success. */
export function faultOf(status: number, wait: number | undefined): Fault {
  const said = `The server answered ${status}`;
  if (status === 401) return new Fault("unauthorized", "The server refuses the name or the password (401)");
  if (status === 403) return new Fault("forbidden", "The server does not allow it (403)");
  if (status === 404) return new Fault("not_found", "The server has no such thing (404)");
  if (status === 408) return new Fault("timeout", said);
  if (status === 410) return new Fault("gone", "The server says that it is gone for good (410)");
  if (status === 409 || status === 412)
    return new Fault("etag_conflict", `It was changed on the server meanwhile (${status})`);
  if (status === 429) return new Fault("rate_limited", asked(said, wait), wait);
  if (status === 501) return new Fault("rejected", "The server cannot do that (501)");
  if (status >= 500) return new Fault("server_error", asked(said, wait), wait);
  if (status >= 400) return new Fault("rejected", said);
  return new Fault("bad_answer", `${said}, which is no answer to what was asked`);
}

const asked = (said: string, wait: number | undefined): string =>
  wait === undefined ? said : `${said} and asked for ${Math.ceil(wait / 1000)} s`;

const LONGEST = 24 * 60 * 60 * 1000;

/** How long a server asks to be left alone, in milliseconds, at most a day; undefined where it does not say. */
export function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  const text = retryAfter?.trim() ?? "";
  // A date as HTTP writes it: other text would be taken for one far too gladly.
  const isDate = /^[A-Z][a-z]+, .* GMT$/.test(text);
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : isDate ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST);
}

/** What the system says of a connection that did not come about or broke. */
export function brokenBy(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const { code = "no code" } = error as NodeJS.ErrnoException;
  if (code === "ETIMEDOUT") return new Fault("timeout", "The server could not be reached in time (ETIMEDOUT)");
  return new Fault(code === "ECONNRESET" ? "cut_off" : "unreachable", WORDS[code] ?? `The connection failed (${code})`);
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The connection was refused (ECONNREFUSED)",
  ECONNRESET: "The connection was cut before the answer was whole (ECONNRESET)",
  ENOTFOUND: "There is no host of that name (ENOTFOUND)",
  EAI_AGAIN: "Its name could not be looked up (EAI_AGAIN)",
  CERT_HAS_EXPIRED: "Its certificate has expired (CERT_HAS_EXPIRED)",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)",
};

/** What came of an attempt: who has it now, and what is to be noted in the same commit. */
export interface Outcome {
  readonly status: "acked" | "sent";
  readonly providerResult: Readonly<Record<string, unknown>>;
  readonly note?: (ctx: Transacting) => Promise<void>;
}
