/**
 * Why a request failed: `blocked` the host is not allowed, `unreachable` no connection was established, `timeout`,
 * `cut_off` the connection closed before the answer was complete, `too_large`, `redirected` a redirect that is not
 * followed, `other_origin` an origin that is not allowed for this request.
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

/** Why a request has no complete answer. The message names the host, but neither the path nor a resolved address. */
export class RequestFailed extends Error {
  readonly kind: FailureKind;
  /** The code of the system or of TLS, like `ECONNREFUSED`. */
  readonly code: string | undefined;
  /** Another attempt would fail as well. */
  readonly isFinal: boolean;
  /** The request was certainly not sent. */
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

/** The errors of the system, TLS and the HTTP client. */
const FAILURES: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: ["unreachable", (host) => `Connection refused by ${host}`],
  ENOTFOUND: ["unreachable", (host) => `Host ${host} not found`],
  EAI_AGAIN: ["unreachable", (host) => `Host name ${host} could not be resolved`],
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ETIMEDOUT: late,
  ECONNRESET: closed,
  EPIPE: closed,
  CERT_HAS_EXPIRED: ["unreachable", (host) => `Certificate of ${host} has expired`],
  CERT_NOT_YET_VALID: ["unreachable", (host) => `Certificate of ${host} is not yet valid`],
  ERR_TLS_CERT_ALTNAME_INVALID: ["unreachable", (host) => `Certificate of ${host} was issued for another name`],
  DEPTH_ZERO_SELF_SIGNED_CERT: ["unreachable", (host) => `Certificate of ${host} is self-signed`],
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  EPROTO: ["unreachable", (host) => `${host} does not use TLS on this port`],
  HPE_INVALID: ["unreachable", (host) => `${host} did not answer with valid HTTP`],
};

/** Codes of the client that correspond to a code of the system. */
const SAME: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: "ECONNRESET",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "ECONNRESET",
  UND_ERR_CONNECT_TIMEOUT: "ETIMEDOUT",
};

/** Codes that can also occur after a connection was established. */
const UNSURE = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "HPE_INVALID"]);

function codeOf(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  // The client's parser sets no code. Only its message reveals that the connection closed during the answer.
  if (name === "HTTPParserError") return /EOF/.test(message) ? "ECONNRESET" : "HPE_INVALID";
  return SAME[code ?? ""] ?? code ?? "no code";
}

/** A connection error of any client, with a message that names the host. The system's own messages reveal addresses. */
export function failureOf(error: unknown, host: string): RequestFailed {
  if (error instanceof RequestFailed) return error;
  const { code: given, syscall } = error as NodeJS.ErrnoException;
  const code = codeOf(error);
  const [kind, words] = FAILURES[code.startsWith("ERR_SSL") ? "EPROTO" : code] ?? other;
  const isUnsent =
    (code in FAILURES && !UNSURE.has(code)) || given === "UND_ERR_CONNECT_TIMEOUT" || syscall === "connect";
  return new RequestFailed(kind, `${words(host)} (${code})`, { code, isUnsent });
}
