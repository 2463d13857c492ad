import { gatewayErrors, type Manifest, type OperationEntry, suggest } from "@postern/core";
import { isForModels } from "@postern/kit/access";
import { OutsideGroups } from "../errors.ts";
import type { Session } from "../session.ts";
import { operationsFor } from "./operations.ts";
import { toolName } from "./tool.ts";

type Operations = Manifest["operations"];

/** Operations by id and by the names of their tools, for each list of a manifest. */
const indexes = new WeakMap<Operations, ReadonlyMap<string, OperationEntry>>();

function indexOf(operations: Operations): ReadonlyMap<string, OperationEntry> {
  const known = indexes.get(operations);
  if (known) return known;
  const index = new Map(operations.flatMap((one) => [[one.id, one] as const, [toolName(one.id), one] as const]));
  indexes.set(operations, index);
  return index;
}

/** The operation of a tool. */
export function operationOfTool(
  { operations }: Pick<Manifest, "operations">,
  tool: string,
): OperationEntry | undefined {
  return tool.includes(".") ? undefined : indexOf(operations).get(tool);
}

/** An operation by its id or by the name of its tool. Throws if it does not exist or the session leaves it out. */
export function findOperation(session: Session, name: string): OperationEntry {
  const { host, caller, options } = session;
  const found = indexOf(host.manifest.operations).get(name);
  if (found) return withinGroups(session, found);
  const ids = operationsFor(host.manifest, caller, options.groups).map(({ id }) => id);
  throw gatewayErrors.UnknownOperation({ operation: name.slice(0, 200), nearest: suggest(name, ids) });
}

/** Throws if the client limited itself to other groups, or if a model gets the operation only by a grant that names it. */
export function withinGroups({ options, caller }: Session, operation: OperationEntry): OperationEntry {
  if (!isForModels(caller, operation)) throw gatewayErrors.Forbidden({ scope: operation.id });
  if (options.groups && !options.groups.has(operation.group)) throw OutsideGroups({ operation: operation.id });
  return operation;
}
