import { type Caller, type Manifest, type OperationEntry, rightTo } from "@postern/core";

/** The operations that a key may call or propose, at least for some resource, in the order of the manifest. */
export const operationsFor = (
  { operations }: Pick<Manifest, "operations">,
  caller: Caller,
  groups: ReadonlySet<string> | undefined,
): OperationEntry[] =>
  operations.filter((operation) => (groups?.has(operation.group) ?? true) && rightTo(operation, caller));
