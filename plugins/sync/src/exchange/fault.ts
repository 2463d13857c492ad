/** What keeps two gateways from exchanging, in one word. */
export type FaultCode =
  | "unreachable"
  | "timeout"
  | "cut_off"
  | "too_large"
  | "nonsense"
  | "redirected"
  | "not_permitted"
  | "busy"
  | "broken"
  | "absent"
  | "off"
  | "domain_disabled"
  | "same_gateway"
  | "other_gateway"
  | "restored"
  | "no_secret"
  | "refused";

/** Why the other gateway was not asked, or gave no answer that can be used. */
export class Fault extends Error {
  readonly code: FaultCode;
  /** Milliseconds that the other side asks to be left alone. */
  readonly retryAfter: number | undefined;

  constructor(code: FaultCode, message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Trouble that goes on until somebody does something: it is looked at again now and then. */
const LASTING = new Set<FaultCode>(["not_permitted", "absent", "off", "no_secret", "redirected", "same_gateway"]);
export const isLasting = (error: unknown): boolean => error instanceof Fault && LASTING.has(error.code);

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there (ECONNREFUSED)",
  ECONNRESET: "the connection was cut (ECONNRESET)",
  EPIPE: "the connection was cut (EPIPE)",
  ENOTFOUND: "there is no host of that name (ENOTFOUND)",
  EAI_AGAIN: "its name could not be looked up (EAI_AGAIN)",
  EHOSTUNREACH: "there is no way to it (EHOSTUNREACH)",
  CERT_HAS_EXPIRED: "its certificate has expired (CERT_HAS_EXPIRED)",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)",
};

/** An error of a connection in words that name nothing of this network. */
export function brokenBy(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const { code = "no code" } = error as NodeJS.ErrnoException;
  return new Fault("unreachable", WORDS[code] ?? `the connection failed (${code})`);
}
