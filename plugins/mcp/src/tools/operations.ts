import type { Caller, Manifest, OperationEntry } from "@postern/core";

/** The operations that a key may call, at least for some resource, in the order of the manifest. */
export const operationsFor = (
  { operations }: Pick<Manifest, "operations">,
  caller: Caller,
  groups: ReadonlySet<string> | undefined,
): OperationEntry[] =>
  operations.filter((operation) => (groups?.has(operation.group) ?? true) && mayCall(operation, caller));

function mayCall({ scope, id }: OperationEntry, caller: Caller): boolean {
  const reach = caller.reach(scope, id);
  return reach === "all" || reach.size > 0;
}
