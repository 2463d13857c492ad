import type { Transport } from "../http/transport.ts";
import { type CallOptions, callOperation } from "./call.ts";
import type { PlanShape } from "./plan.ts";

export interface ProposeOptions extends Omit<CallOptions, "execute"> {
  /** Why, for those who approve it. */
  readonly reason?: string;
}

/** A command that is executed as soon as it is approved. */
export interface Pending<Plan = PlanShape> {
  readonly status: "pending";
  readonly approvalId: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  readonly plan: Plan;
  readonly digest: string;
  /** What else you should know, in one sentence. */
  readonly note?: string;
}

/** Asks for an approval of a command. Answers its result if there is nothing to do. */
export function proposeOperation(
  transport: Transport,
  id: string,
  input: unknown,
  { reason, ...options }: ProposeOptions = {},
): Promise<unknown> {
  const why = reason === undefined ? {} : { "x-postern-reason": encodeURIComponent(reason) };
  return callOperation(transport, id, input, options, { "x-postern-propose": "true", ...why });
}
