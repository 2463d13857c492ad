import type { Caller } from "@postern/core";
import type { Approval } from "./schemas.ts";

export const DECIDE = "approvals:decide";

/** Whether a caller has the scope to decide about an operation: a grant may be limited to it. */
export const mayDecide = (caller: Caller, operation: string): boolean => caller.allows(DECIDE, operation);

type Seen = Pick<Approval, "operation" | "requester">;

/** Whether a caller is the requester, or one of the contexts that the requester was derived from. */
export const isOfRequester = ({ contextId }: Caller, { requester }: Pick<Approval, "requester">): boolean =>
  requester.contextId === contextId || requester.lineage.includes(contextId);

/** Approvals are seen by their requester, its ancestors and those who may decide them. */
export const maySee = (caller: Caller, approval: Seen): boolean =>
  caller.isAdmin || isOfRequester(caller, approval) || mayDecide(caller, approval.operation);
