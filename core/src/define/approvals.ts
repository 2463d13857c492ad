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
  /** The approval of it, or of the command that it is part of. */
  readonly approved: string | undefined;
  /** Whether it is part of another command. */
  readonly isNested: boolean;
  /** Whether it can wait for approval. A command within another one, or within a commit of a plugin, cannot. */
  readonly canWait: boolean;
  /** The ids of everything it is about. Undefined if that is unknown. */
  readonly resources: () => MaybePromise<readonly string[] | undefined>;
}

/** The outcome of a proposal, for a call that is repeated with its idempotency key. */
export type ProposalOutcome =
  | { readonly pending: Pending }
  | { readonly answer: unknown }
  | { readonly error: GatewayError };

/** Decides which commands wait for approval, and keeps them until then. */
export interface Approvals {
  /**
   * Called in the commit of each command, after its plan, also of a command within another one. Undefined: it is executed;
   * otherwise its approval was stored in the commit. Throws if the command is denied, or must be approved and cannot wait.
   */
  review(ctx: Transacting, call: ReviewedCall): MaybePromise<Pending | undefined>;
  outcome(store: Reads, approvalId: string): Promise<ProposalOutcome>;
}

/** Provided by the plugin that keeps approvals. Without it no caller can propose anything. */
export const approvalsService = defineService<Approvals>("gateway.approvals");
