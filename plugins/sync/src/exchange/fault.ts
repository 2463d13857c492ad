import type { RequestFailed } from "@postern/core/outbound";

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

/** Why a request to the other gateway has no complete answer. */
export const brokenBy = ({ kind, message }: RequestFailed): Fault =>
  new Fault(kind === "blocked" || kind === "other_origin" ? "unreachable" : kind, message);
