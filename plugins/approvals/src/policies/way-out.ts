import { processCaller, type ReviewedCall } from "@postern/core";
import type { ApprovalRecord } from "../collections.ts";
import { policiesDisable } from "../operations/policies.disable.ts";
import { policiesRemove } from "../operations/policies.remove.ts";
import type { Policy } from "./schemas.ts";

/** The commands that end a policy. */
const WAYS_OUT: readonly string[] = [policiesDisable.id, policiesRemove.id];

/**
 * What no policy may keep an administrator from, or one that denies everything could never be removed. A policy may ask for
 * the approval of others, since it may bind administrators too: none of them ends it alone. Only the process itself may,
 * and whoever runs it: nobody else may be left who could approve.
 */
export const isWayOut = ({ operation: { id }, caller }: ReviewedCall, { action }: Policy): boolean =>
  WAYS_OUT.includes(id) && caller.isAdmin && (action === "deny" || caller.lineage.includes(processCaller.contextId));

type Proposed = Pick<ApprovalRecord, "operation" | "input" | "isAdmins" | "requester">;

/** How an administrator ends a policy if nobody else is left who may approve that. Undefined for other proposals. */
export function noteOn({ operation, input, isAdmins, requester: { agentId } }: Proposed): string | undefined {
  if (!WAYS_OUT.includes(operation) || !isAdmins || agentId !== undefined) return undefined;
  const command = `postern ${operation.replaceAll(".", " ")} ${(input as { id: string }).id}`;
  return `If there is nobody else who may decide, stop the gateway and run "${command}" on its machine.`;
}
