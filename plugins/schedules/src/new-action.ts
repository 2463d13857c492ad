import { type Caller, type GatewayView, gatewayErrors } from "@postern/core";
import { type Action, assertPermitted, type CheckedAction, checkAction } from "@postern/kit/actions";

/** Maximum length of the input of an action as JSON: lists show it. */
const MAX_INPUT = 65_536;

/** The same when a schedule is planned: also whether the action could run with the rights that it will have. */
export async function planScheduled(
  services: { gateway: GatewayView },
  creator: Caller,
  action: Action,
): Promise<CheckedAction> {
  const checked = checkScheduled(services, creator, action);
  await assertPermitted(services.gateway, creator, checked, action);
  return checked;
}

/** Checks the action of a schedule, which may refer to its run. */
export function checkScheduled({ gateway }: { gateway: GatewayView }, creator: Caller, action: Action): CheckedAction {
  if (JSON.stringify(action.input ?? {}).length > MAX_INPUT) {
    const message = `must have at most ${MAX_INPUT} characters as JSON`;
    throw gatewayErrors.InvalidInput({ issues: [{ path: "/action/input", code: "maxLength", message }] });
  }
  return checkAction(gateway, creator, action, { roots: ["run"] });
}
