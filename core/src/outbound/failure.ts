/**
 * What went wrong with a request: `blocked` the host is not allowed, `unreachable` no connection was made, `timeout`,
 * `cut_off` the connection closed before the answer was complete, `too_large`, `redirected` a redirect that is not
 * followed, `other_origin` an origin that the request is not for.
 */
export type FailureKind =
  | "blocked"
  | "unreachable"
  | "timeout"
  | "cut_off"
  | "too_large"
  | "redirected"
  | "other_origin";

interface Details {
  readonly code?: string;
  readonly isFinal?: boolean;
  readonly isUnsent?: boolean;
}

/** Why a request has no complete answer. Its message names the host, and neither the path nor a resolved address. */
export class RequestFailed extends Error {
  readonly kind: FailureKind;
  /** The code of the system or of TLS, such as `ECONNREFUSED`. */
  readonly code: string | undefined;
  /** Another attempt would fail as well. */
  readonly isFinal: boolean;
  /** The request certainly reached nobody. */
  readonly isUnsent: boolean;

  constructor(kind: FailureKind, message: string, { code, isFinal = false, isUnsent = false }: Details = {}) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.isFinal = isFinal;
    this.isUnsent = isUnsent;
  }
}

type Failure = readonly [kind: FailureKind, words: (host: string) => string];

const closed: Failure = ["cut_off", (host) => `Connection closed by ${host} before the answer was complete`];
const noRoute: Failure = ["unreachable", (host) => `No route to ${host}`];
const late: Failure = ["timeout", (host) => `Connection to ${host} timed out`];
const untrusted: Failure = ["unreachable", (host) => `Certificate of ${host} is signed by an unknown authority`];

const other: Failure = ["unreachable", (host) => `Connection to ${host} failed`];

/** The one table of what the system, TLS and the HTTP client report. */
const FAILURES: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: ["unreachable", (host) => `Connection refused by ${host}`],
  ENOTFOUND: ["unreachable", (host) => `Host ${host} not found`],
  EAI_AGAIN: ["unreachable", (host) => `Host name ${host} cannot be resolved at the moment`],
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ETIMEDOUT: late,
  ECONNRESET: closed,
  EPIPE: closed,
  CERT_HAS_EXPIRED: ["unreachable", (host) => `Certificate of ${host} has expired`],
  CERT_NOT_YET_VALID: ["unreachable", (host) => `Certificate of ${host} is not valid yet`],
  ERR_TLS_CERT_ALTNAME_INVALID: ["unreachable", (host) => `Certificate of ${host} is for another name`],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["unreachable", (host) => `Certificate of ${host} is self-signed`],
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  EPROTO: ["unreachable", (host) => `${host} does not speak TLS at this port`],
  HPE_INVALID: ["unreachable", (host) => `${host} does not answer with valid HTTP`],
};

/** The client's own codes for what the system has a code for. */
const SAME: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: "ECONNRESET",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "ECONNRESET",
  UND_ERR_CONNECT_TIMEOUT: "ETIMEDOUT",
};

/** What may also be reported of a connection that had been made. */
const UNSURE = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "HPE_INVALID"]);

function codeOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  // The client's parser gives no code, and its message alone says that the connection closed within the answer.
  if (name === "HTTPParserError") return /EOF/.test(message) ? "ECONNRESET" : "HPE_INVALID";
  return SAME[code ?? ""] ?? code ?? "no code";
}

/** An error of a connection, of whatever client, in words that name the host. The system's own words name addresses. */
export function failureOf(error: unknown, host: string): RequestFailed {
  if (error instanceof RequestFailed) return error;
  const { code: given, syscall } = error as NodeJS.ErrnoException;
  const code = codeOf(error);
  const [kind, words] = FAILURES[code.startsWith("ERR_SSL") ? "EPROTO" : code] ?? other;
  const isUnsent =
    (code in FAILURES && !UNSURE.has(code)) || given === "UND_ERR_CONNECT_TIMEOUT" || syscall === "connect";
  return new RequestFailed(kind, `${words(host)} (${code})`, { code, isUnsent });
}
