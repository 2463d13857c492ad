import { type Caller, createCaller, type GatewayView, gatewayErrors, isGatewayError, PROPOSE } from "@postern/core";
import type { Action } from "./action.ts";
import { type CheckedAction, hasTemplates } from "./check.ts";
import { ActionKeyRefused } from "./errors.ts";

/**
 * Refuses an action that plans only with a right that its key will not have, such as `*`: it would fail at each run. The
 * plan is made with the same rights as at each run. Any other failure says nothing about later runs, and neither does a
 * missing right for a resource that a template names.
 */
export async function assertPermitted(
  gateway: Pick<GatewayView, "call">,
  creator: Caller,
  checked: CheckedAction,
  { input = {} }: Action,
): Promise<void> {
  const { operation, isProposal } = checked;
  if (operation.kind === "query") return;
  const { contextId, principal, agentId, lineage, chain } = creator;
  const right = isProposal ? PROPOSE + operation.id : operation.id;
  const caller = createCaller({ contextId, principal, agentId, lineage, chain: [[right], ...chain] });
  try {
    await gateway.call(operation.id, input, { caller }, { dryRun: true });
  } catch (error) {
    if (!isGatewayError(error) || error.code !== gatewayErrors.Forbidden.code) return;
    const { scope } = error.data as { scope: string };
    if (scope.includes("@") && hasTemplates(input)) return;
    throw ActionKeyRefused({
      contextId,
      reason: `${operation.id} also needs the scope "${scope}", which a key for this operation alone does not have`,
    });
  }
}
