import { type Caller, keys, type Reads } from "@postern/core";
import type { ApprovalRecord } from "../collections.ts";
import { NotApprover } from "../errors.ts";
import { ANSWER, aboutOf } from "../permissions/request.ts";
import { DECIDE, mayDecide } from "../visibility.ts";

/** The scope with which a permission request is answered. */
const WRITE = "agentx:write";

/**
 * Refuses callers who may not decide: without the scope, the requester itself, whatever was derived from it, another key
 * of its agent, and every agent that no policy names. Ancestors of the requester granted its rights, so they may.
 */
export async function assertApprover(store: Reads, caller: Caller, approval: ApprovalRecord): Promise<void> {
  const reason = await refusalOf(store, caller, approval);
  if (reason !== undefined) throw NotApprover({ reason });
}

type Decided = Pick<ApprovalRecord, "kind" | "input" | "operation" | "requester" | "approvers">;

/** Why a caller may not decide; undefined if it may. */
export async function refusalOf(
  store: Reads,
  caller: Caller,
  { kind, input, operation, requester, approvers }: Decided,
): Promise<string | undefined> {
  const { contextId, agentId, principal, isRetiring } = caller;
  if (!mayDecide(caller, operation)) return `This key does not have the scope "${DECIDE}" for ${operation}.`;
  if (kind === "permission" && !mayAnswer(caller, aboutOf({ input }).session))
    return `This key lacks the scope "${WRITE}", which answers permission requests.`;
  if (isRetiring) return "This key was rotated and is in its grace period. Use the new key.";
  if (contextId === requester.contextId) return "You proposed this command yourself. Another person must decide.";
  const stored = await store.get(keys.contexts, contextId);
  if (stored?.ancestors.includes(requester.contextId))
    return "This key was derived from the key that proposed the command. Another person must decide.";
  if (agentId !== undefined && agentId === requester.agentId)
    return `This key belongs to the agent "${agentId}", which proposed the command. Another person must decide.`;
  const isNamed = approvers?.includes(principal) || approvers?.includes(`user:${contextId}`);
  if (agentId !== undefined && !isNamed)
    return "Agents cannot decide, unless a policy names them as approvers. A person must decide.";
  if (approvers && !isNamed) return `Only ${approvers.join(", ")} may decide about this command.`;
  return undefined;
}

/** The answer is given with the rights of the approver, who must have them. */
function mayAnswer(caller: Caller, session: string): boolean {
  const reach = caller.reach(WRITE, ANSWER);
  return reach === "all" || reach.has(session);
}
