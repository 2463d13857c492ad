import { failureOf, oneLine } from "@postern/channels/kind";
import { notSent, permanent, refused, secretRejected } from "@postern/channels/services";
import { ErrorCode } from "@slack/web-api";

/** A classified error of the Web API. */
type Fault =
  | { readonly word: "limited"; readonly wait: number; readonly reason: string }
  /** The tokens are invalid: nothing works until somebody changes them. */
  | { readonly word: "barred"; readonly reason: string }
  | { readonly word: "refused"; readonly code: string; readonly reason: string }
  | { readonly word: "unsent"; readonly reason: string }
  /** The outcome is unknown. */
  | { readonly word: "open"; readonly reason: string };

const BARRED = new Set([
  "access_denied",
  "account_inactive",
  "ekm_access_denied",
  "enterprise_is_restricted",
  "invalid_auth",
  "not_allowed_token_type",
  "not_authed",
  "org_login_required",
  "team_access_not_granted",
  "team_disabled",
  "token_expired",
  "token_revoked",
  "two_factor_setup_required",
  "user_removed_from_team",
]);

/** Errors of the server that may come after the change was made. */
const OPEN = new Set(["fatal_error", "internal_error", "request_timeout", "service_unavailable", "timeout"]);

const HINTS: Readonly<Record<string, string>> = {
  channel_not_found: "the conversation does not exist, or the app is not in it",
  is_archived: "the channel is archived",
  missing_scope: "the app lacks a scope",
  msg_too_long: "the text is too long",
  no_text: "the message has no text",
  not_in_channel: "the app is not in the channel; invite it",
  restricted_action: "the workspace does not let the app write there",
  token_revoked: "the token was revoked",
};

interface Failed {
  readonly code?: unknown;
  readonly data?: { readonly error?: unknown };
  readonly retryAfter?: number;
  readonly statusCode?: number;
}

/** Classifies an error of a Web API call. */
export function faultOf(error: unknown): Fault {
  const { code, data, retryAfter = 30, statusCode = 0 } = (error ?? {}) as Failed;
  if (code === ErrorCode.RateLimitedError) {
    const reason = `Slack asks to wait ${retryAfter} s (429)`;
    return { word: "limited", wait: retryAfter * 1_000, reason };
  }
  if (code === ErrorCode.PlatformError) return platformFault(data?.error);
  if (code === ErrorCode.HTTPError) {
    const reason = `Slack answered ${statusCode}`;
    return statusCode >= 500 ? { word: "open", reason } : { word: "refused", code: String(statusCode), reason };
  }
  const { reason, isUnsent } = failureOf(error, "Slack");
  return { word: isUnsent ? "unsent" : "open", reason };
}

function platformFault(said: unknown): Fault {
  // Anything that is not an error code comes from an answer that is not JSON.
  if (typeof said !== "string" || !/^[a-z][a-z0-9_]{1,60}$/.test(said))
    return { word: "open", reason: "Slack did not answer with a valid Web API response" };
  const hint = HINTS[said];
  const reason = hint === undefined ? `Slack answered ${said}` : `Slack answered ${said}: ${hint}`;
  if (said === "ratelimited" || said === "rate_limited") return { word: "limited", wait: 30_000, reason };
  if (BARRED.has(said)) return { word: "barred", reason };
  if (OPEN.has(said)) return { word: "open", reason };
  return { word: "refused", code: said, reason };
}

/** The error of a send with a verdict. `barred` is called if the tokens are no longer valid. */
export function verdictOn(error: unknown, barred: (reason: string) => void): Error {
  const fault = faultOf(error);
  if (fault.word === "limited") return notSent(fault.reason, fault.wait);
  if (fault.word === "unsent") return notSent(fault.reason);
  if (fault.word === "refused") return refused(fault.reason);
  if (fault.word === "open") return new Error(fault.reason);
  barred(fault.reason);
  return notSent(fault.reason);
}

/** The error of opening a link with a verdict. `what` names the token in question. */
export function openingError(error: unknown, what: string): Error {
  const fault = faultOf(error);
  const reason = oneLine(`${fault.reason} (${what})`);
  // A status without a Slack error code may come from a proxy and be temporary.
  const isSaid = fault.word === "refused" && !/^\d/.test(fault.code);
  if (fault.word === "barred") return secretRejected(reason);
  return isSaid ? permanent(reason) : new Error(reason);
}
