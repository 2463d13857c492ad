import type { RequestFailed } from "@postern/kit/outbound";

/** Reasons why two gateways cannot exchange records. */
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
  | "secret_elsewhere"
  | "refused";

/** Why a request to the other gateway failed or was not made. */
export class Fault extends Error {
  readonly code: FaultCode;
  /** Delay that the other gateway requests, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(code: FaultCode, message: string, retryAfter?: number) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Faults that need an action by a person and are retried less often. */
const LASTING = new Set<FaultCode>(["not_permitted", "absent", "off", "no_secret", "redirected", "same_gateway"]);
export const isLasting = (error: unknown): boolean => error instanceof Fault && LASTING.has(error.code);

/** Converts a failed request to a fault. */
export const brokenBy = ({ kind, message }: RequestFailed): Fault =>
  new Fault(kind === "blocked" || kind === "other_origin" ? "unreachable" : kind, message);
