import { type Caller, type Manifest, type OperationEntry, rightTo } from "@postern/core";

/**
 * The operations that a key may call or propose, at least for some resource, in the order of the manifest. Commands that
 * every key may call, such as waiting for what it proposed, are left out if it can only read.
 */
export function operationsFor(
  { operations }: Pick<Manifest, "operations">,
  caller: Caller,
  groups: ReadonlySet<string> | undefined,
): OperationEntry[] {
  const allowed = operations.filter((operation) => rightTo(operation, caller));
  const canChange = allowed.some(({ kind, scope }) => kind === "command" && scope !== "any");
  return allowed.filter(({ kind, group }) => (groups?.has(group) ?? true) && (kind === "query" || canChange));
}
