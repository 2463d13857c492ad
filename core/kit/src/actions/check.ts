import {
  type Caller,
  type GatewayView,
  gatewayErrors,
  isWithheld,
  type Operation,
  readInput as read,
  rightTo,
  suggest,
} from "@postern/core";
import type { Action } from "./action.ts";
import { inlineSecrets } from "./secrets.ts";
import { faultOfPath, isReference, MAX_DEPTH, partsOfText, pointerTo } from "./template.ts";

/** An action that its creator may run. */
export interface CheckedAction {
  readonly operation: Operation;
  /** Whether each run is proposed for approval: the action requires it, or its creator may not do more. */
  readonly isProposal: boolean;
}

/**
 * The operations with these ids, if the caller may run them. Throws `gateway.unknown_operation` or `gateway.forbidden` for
 * the first that does not exist or that it may not run.
 */
export function checkOperations(
  gateway: Pick<GatewayView, "operation" | "manifest">,
  caller: Caller,
  ids: readonly string[],
): CheckedAction[] {
  return ids.map((id) => checkOperation(gateway, caller, id));
}

function checkOperation(
  gateway: Pick<GatewayView, "operation" | "manifest">,
  caller: Caller,
  id: string,
): CheckedAction {
  const operation = gateway.operation(id);
  if (!operation) {
    const known = gateway.manifest.operations.map((one) => one.id);
    throw gatewayErrors.UnknownOperation({ operation: id, nearest: suggest(id, known) });
  }
  const right = rightTo(operation, caller);
  if (right === undefined)
    throw gatewayErrors.Forbidden({ scope: isWithheld(operation, caller) ? operation.id : operation.scope });
  return { operation, isProposal: right === "propose" };
}

/**
 * Checks an action when it is created. Throws `gateway.unknown_operation`, `gateway.forbidden` or
 * `gateway.invalid_input` with paths below `field`. `roots` are what its templates may refer to.
 */
export function checkAction(
  gateway: Pick<GatewayView, "operation" | "manifest">,
  caller: Caller,
  { operation: id, input = {}, propose = false }: Action,
  { roots, field = "/action" }: { roots: readonly [string, ...string[]]; field?: string },
): CheckedAction {
  const { operation, isProposal } = checkOperation(gateway, caller, id);
  const issues: gatewayErrors.Issue[] = [];
  if (propose && operation.kind === "query") {
    const message = `must be left out: ${id} is a query, which needs no approval`;
    issues.push({ path: `${field}/propose`, code: "query", message });
  }
  issues.push(...inputIssues(operation, input, `${field}/input`, roots));
  if (issues.length > 0) throw gatewayErrors.InvalidInput({ issues });
  return { operation, isProposal: propose || isProposal };
}

/** The issues of an input. Only one without templates can be compared with the schema of the operation. */
function inputIssues(
  { id, input: schema }: Operation,
  input: unknown,
  field: string,
  roots: readonly string[],
): gatewayErrors.Issue[] {
  const found = findTemplates(input, field, roots);
  if (found.issues.length > 0) return found.issues.slice(0, 20);
  const secrets = inlineSecrets(schema, input, field).map((path) => ({
    path,
    code: "secret",
    message: `is a secret of ${id}, which must not be stored here. Refer to a stored secret instead, such as a connection`,
  }));
  if (secrets.length > 0 || found.hasTemplates) return secrets;
  return read(schema, structuredClone(input)).map((issue) => ({ ...issue, path: `${field}${issue.path}` }));
}

/** Whether an input has templates, so that its values are known at each run only. */
export const hasTemplates = (input: unknown): boolean => findTemplates(input, "", []).hasTemplates;

interface Templates {
  issues: gatewayErrors.Issue[];
  hasTemplates: boolean;
}

function findTemplates(input: unknown, field: string, roots: readonly string[]): Templates {
  const found: Templates = { issues: [], hasTemplates: false };
  const refuse = (path: string, message: string) => void found.issues.push({ path, code: "template", message });
  const see = (path: string, place: string) => {
    found.hasTemplates = true;
    const fault = faultOfPath(path, roots);
    if (fault !== undefined) refuse(place, fault);
  };
  const visit = (value: unknown, place: string, depth: number): void => {
    if (typeof value === "string") {
      const parts = partsOfText(value);
      if (!parts) refuse(place, 'must close each "{{" with "}}". Write "{{{{" for a literal "{{"');
      // An escaped text is not yet the one that the operation gets.
      if (value.includes("{{")) found.hasTemplates = true;
      for (const part of parts ?? []) if ("path" in part) see(part.path, place);
      return;
    }
    if (typeof value !== "object" || value === null) return;
    if (depth >= MAX_DEPTH) refuse(place, `must not be nested more than ${MAX_DEPTH} levels deep`);
    else if (!isReference(value))
      for (const [name, inner] of Object.entries(value)) visit(inner, pointerTo(place, name), depth + 1);
    else if (typeof value.$ === "string") see(value.$, place);
    else refuse(place, `must have a path like ${roots[0]}.id as its "$"`);
  };
  visit(input, field, 0);
  return found;
}
