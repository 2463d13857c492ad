/** Actions: operations that a schedule, a rule or a message runs later, with a key of their own. */
export { Action } from "./action.ts";
export { type CheckedAction, checkAction, checkOperations } from "./check.ts";
export * from "./errors.ts";
export { changeActionKey, issueActionKey, revokeActionKey } from "./key.ts";
export { ActionError, ActionOutcome } from "./outcome.ts";
export { type ActionRun, outcomeOfFailure, performAction } from "./perform.ts";
export { assertPermitted } from "./permitted.ts";
export { renderInput, type TemplateScope } from "./render.ts";
