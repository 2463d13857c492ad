import type { MaybePromise, Reads } from "../storage/index.ts";
import type { Call, Pending } from "./call.ts";
import type { GatewayError } from "./error.ts";
import type { PlanShape } from "./operation.ts";
import { defineService } from "./service.ts";
import type { Transacting } from "./transaction.ts";

/** A command that is about to be executed. Its caller has the rights that it may propose. */
export interface ReviewedCall extends Pick<Call, "operation" | "input" | "caller" | "reason" | "cause"> {
  readonly plan: PlanShape;
  readonly digest: () => MaybePromise<string>;
  /** `asked`: the caller asks for an approval, `required`: it may only propose. Undefined: it may execute. */
  readonly proposal: "asked" | "required" | undefined;
}

/** The outcome of a proposal, for a call that is repeated with its idempotency key. */
export type ProposalOutcome =
  | { readonly pending: Pending }
  | { readonly answer: unknown }
  | { readonly error: GatewayError };

/** Decides which commands wait for approval, and keeps them until then. */
export interface Approvals {
  /**
   * Called in the commit of each command, after its plan. Undefined: it is executed; otherwise its approval was stored in
   * the commit. Throws if the command is denied.
   */
  review(ctx: Transacting, call: ReviewedCall): MaybePromise<Pending | undefined>;
  outcome(store: Reads, approvalId: string): Promise<ProposalOutcome>;
}

/** Provided by the plugin that keeps approvals. Without it no caller can propose anything. */
export const approvalsService = defineService<Approvals>("gateway.approvals");
