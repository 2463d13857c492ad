import type { Caller } from "../define/caller.ts";
import { Forbidden } from "../define/errors.ts";
import type { Operation } from "../define/operation.ts";

/** Refuses a caller that lacks the operation's scope, before anything of the operation is told. */
export function authorize({ id, scope }: Operation, caller: Caller): void {
  const reach = caller.reach(scope, id);
  if (reach !== "all" && reach.size === 0) throw Forbidden({ scope });
}

/** Refuses a caller whose grants are narrowed to other resources than those that the input names, or the answer is filtered by. */
export function authorizeResource({ id, scope, resource, narrowed }: Operation, caller: Caller, input: never): void {
  const reach = caller.reach(scope, id);
  if (reach === "all") return;
  const ids = [resource?.(input) ?? []].flat();
  const missing = ids.find((one) => !reach.has(one));
  if ((ids.length === 0 && !narrowed) || missing !== undefined)
    throw Forbidden({ scope: missing === undefined ? scope : `${scope}@${missing}` });
}
