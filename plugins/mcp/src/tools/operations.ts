import { type Caller, type Manifest, type OperationEntry, rightTo } from "@postern/core";
import { isForModels } from "@postern/kit/access";

/**
 * The operations that a key may call or propose, at least for some resource, in the order of the manifest. What gives keys
 * or secrets or decides for others is only offered to a key whose grants name it. Commands that every key may call, such as
 * waiting for what it proposed, are left out if it can only read.
 */
export function operationsFor(
  { operations }: Pick<Manifest, "operations">,
  caller: Caller,
  groups: ReadonlySet<string> | undefined,
): OperationEntry[] {
  const allowed = operations.filter((operation) => rightTo(operation, caller) && isForModels(caller, operation));
  const canChange = allowed.some(({ kind, scope }) => kind === "command" && scope !== "any");
  return allowed.filter(({ kind, group }) => (groups?.has(group) ?? true) && (kind === "query" || canChange));
}
