import { type Caller, callerOf, createCaller, proposer, type Reads } from "@postern/core";
import type { ApprovalRecord } from "../collections.ts";
import { RequesterEnded } from "../errors.ts";

/**
 * The requester with its rights of now, including those that it may propose. Its reads are part of the commit that
 * executes the command, so that a key that is revoked meanwhile executes nothing.
 */
export async function requesterOf(
  store: Reads,
  { requester: { contextId, label, agentId }, isOwn }: Pick<ApprovalRecord, "requester" | "isOwn">,
  now: number,
): Promise<Caller> {
  if (isOwn) return createCaller({ contextId, label, chain: [["*"]] });
  const caller = await callerOf(store, contextId, now);
  if (!caller) throw RequesterEnded({ contextId });
  // An agent may have proposed it with the rights of somebody else.
  return createCaller({ ...proposer(caller), ...(agentId !== undefined && { agentId }) });
}
