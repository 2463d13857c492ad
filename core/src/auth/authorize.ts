import type { Caller } from "../define/caller.ts";
import { Forbidden, KeyRetiring } from "../define/errors.ts";
import { executing, PROPOSE, partsOf, type Reach } from "../define/grant.ts";
import type { Operation, Property } from "../define/operation.ts";

type Scoped = Pick<Operation, "kind" | "id" | "scope"> & Partial<Pick<Operation, "properties">>;

/** Whether a caller gets an operation only by a grant that names it, and has none: a scope or `*` does not suffice. */
export const isWithheld = (
  { id, properties = [] }: Pick<Scoped, "id" | "properties">,
  { withheld, chain: [own = []] }: Pick<Caller, "withheld" | "chain">,
): boolean =>
  properties.some((one) => withheld.includes(one)) && !own.some((grant) => executing(partsOf(grant).right) === id);

/** What a caller may do with an operation, at least for some resource. Whoever may execute it may propose it too. */
export function rightTo(operation: Scoped, caller: Caller, isNested = false): "execute" | "propose" | undefined {
  if (!isNested && isWithheld(operation, caller)) return undefined;
  if (!isNone(caller.reach(operation.scope, operation.id))) return "execute";
  return isNone(proposable(operation, caller)) ? undefined : "propose";
}

/**
 * Refuses a caller that may neither call the operation nor propose it, before revealing anything about it, and a key that
 * was rotated, which must leave nothing behind that outlives it. What is withheld from a caller may be part of a command
 * that is not: that command must check what it passes on.
 */
export function authorize(operation: Operation, caller: Caller, isNested = false): void {
  if (!rightTo(operation, caller, isNested))
    throw Forbidden({ scope: isWithheld(operation, caller) ? operation.id : operation.scope });
  if (caller.isRetiring && operation.properties.some(outlivesKey)) throw KeyRetiring({ contextId: caller.contextId });
}

const outlivesKey = (one: Property) => one === "gives-key" || one === "gives-secret" || one === "lasting";

/**
 * Refuses a caller whose grants are limited to resources other than the ones in the input, unless the answer is
 * filtered. Returns whether the caller may only propose this call.
 */
export function authorizeResource(operation: Operation, caller: Caller, input: never): boolean {
  const missing = missingFor(operation, caller.reach(operation.scope, operation.id), input);
  if (missing === undefined) return false;
  if (missingFor(operation, proposable(operation, caller), input) === undefined) return true;
  throw Forbidden({ scope: missing });
}

const NONE: Reach = new Set();
const isNone = (reach: Reach): boolean => reach !== "all" && reach.size === 0;

const proposable = ({ kind, id, scope }: Scoped, caller: Caller): Reach =>
  kind === "command" ? caller.reach(PROPOSE + scope, id) : NONE;

/** The scope without which a reach does not suffice for an input. */
function missingFor({ scope, resource, narrowed }: Operation, reach: Reach, input: never): string | undefined {
  if (reach === "all") return undefined;
  const ids = [resource?.(input) ?? []].flat();
  const missing = ids.find((one) => !reach.has(one));
  if (missing !== undefined) return `${scope}@${missing}`;
  return reach.size === 0 || (ids.length === 0 && !narrowed) ? scope : undefined;
}
