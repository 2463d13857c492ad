import { type Caller, executing, type OperationEntry, type Property, partsOfGrant } from "@postern/core";

/** What a model gets only by name: words that it reads could make it use these, and the effect outlives the answer. */
const BY_NAME: readonly Property[] = ["gives-key", "gives-secret", "decides"];

/** Whether the own grants of a caller name an operation, instead of including it by a scope or `*`. */
export const isNamed = ({ chain: [own = []] }: Pick<Caller, "chain">, operation: string): boolean =>
  own.some((grant) => executing(partsOfGrant(grant).right) === operation);

/**
 * Whether an operation is offered to a model that calls with these rights. What gives keys or secrets, or decides for
 * others, only if a grant names it; with `lasting: "named"` also what sets up lasting work.
 */
export function isForModels(
  caller: Pick<Caller, "chain">,
  { id, properties }: Pick<OperationEntry, "id" | "properties">,
  { lasting = "all" }: { lasting?: "all" | "named" } = {},
): boolean {
  const words: readonly Property[] = lasting === "named" ? [...BY_NAME, "lasting"] : BY_NAME;
  return !properties.some((one) => words.includes(one)) || isNamed(caller, id);
}
