import { type Caller, keys, type Reads } from "@postern/core";
import type { ApprovalRecord } from "../collections.ts";
import { NotApprover } from "../errors.ts";
import { ANSWER, aboutOf } from "../permissions/request.ts";
import { noteOn } from "../policies/way-out.ts";
import { DECIDE, mayDecide } from "../visibility.ts";

/** The scope with which a permission request is answered. */
const WRITE = "agentx:write";

/**
 * Refuses callers who may not decide: without the scope, the requester itself, every other key of its principal, and every
 * agent that no policy names. A key that was derived for somebody else is somebody else's. Of the same principal, only a key with all rights may decide
 * about one with fewer: it could execute the command itself.
 */
export async function assertApprover(store: Reads, caller: Caller, approval: ApprovalRecord): Promise<void> {
  const reason = await refusalOf(store, caller, approval);
  if (reason !== undefined) throw NotApprover({ reason });
}

type Decided = Pick<ApprovalRecord, "kind" | "input" | "operation" | "requester" | "approvers" | "isAdmins">;

/** Why a caller may not decide; undefined if it may. */
export async function refusalOf(store: Reads, caller: Caller, decided: Decided): Promise<string | undefined> {
  const { kind, input, operation, requester, approvers, isAdmins = false } = decided;
  const { contextId, agentId, principal, isRetiring, isAdmin } = caller;
  if (!mayDecide(caller, operation))
    return `This key does not have the scope "${DECIDE}" for ${operation}. Ask an administrator for one that has it.`;
  if (kind === "permission" && !mayAnswer(caller, aboutOf({ input }).session))
    return `This key does not have the scope "${WRITE}", which answers permission requests. Ask an administrator for one that has it.`;
  if (isRetiring) return "This key was rotated and is in its grace period. Use the new key.";
  if (contextId === requester.contextId)
    return ["You proposed this command yourself. Another person must decide.", noteOn(decided)]
      .filter(Boolean)
      .join(" ");
  if (agentId !== undefined && agentId === requester.agentId)
    return `This key belongs to the agent "${agentId}", which proposed the command. Another person must decide.`;
  if (principal === (await principalOf(store, requester)) && (!isAdmin || isAdmins))
    return "This key belongs to the person who proposed the command. Another person must decide.";
  const isNamed = approvers?.includes(principal) || approvers?.includes(`user:${contextId}`);
  if (agentId !== undefined && !isNamed)
    return "Agents cannot decide, unless a policy names them as approvers. A person must decide.";
  if (approvers && !isNamed) return `Only ${approvers.join(", ")} may decide about this command.`;
  return undefined;
}

/** Who proposed or approved something. Records from before principals have only the context. */
export async function principalOf(
  store: Reads,
  { contextId, principal }: Pick<ApprovalRecord["requester"], "contextId" | "principal">,
): Promise<string> {
  return principal ?? (await store.get(keys.contexts, contextId))?.principal ?? `user:${contextId}`;
}

/** The answer is given with the rights of the approver, who must have them. */
function mayAnswer(caller: Caller, session: string): boolean {
  const reach = caller.reach(WRITE, ANSWER);
  return reach === "all" || reach.has(session);
}
