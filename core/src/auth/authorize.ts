import type { Caller } from "../define/caller.ts";
import { Forbidden } from "../define/errors.ts";
import type { Operation } from "../define/operation.ts";

/** Refuses a caller without the scope of the operation, before revealing anything about it. */
export function authorize({ id, scope }: Operation, caller: Caller): void {
  const reach = caller.reach(scope, id);
  if (reach !== "all" && reach.size === 0) throw Forbidden({ scope });
}

/**
 * Refuses a caller whose grants are limited to resources other than the ones in the input, unless the answer is
 * filtered.
 */
export function authorizeResource({ id, scope, resource, narrowed }: Operation, caller: Caller, input: never): void {
  const reach = caller.reach(scope, id);
  if (reach === "all") return;
  const ids = [resource?.(input) ?? []].flat();
  const missing = ids.find((one) => !reach.has(one));
  if ((ids.length === 0 && !narrowed) || missing !== undefined)
    throw Forbidden({ scope: missing === undefined ? scope : `${scope}@${missing}` });
}
