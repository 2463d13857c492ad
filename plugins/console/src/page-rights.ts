import type { OperationEntry } from "@postern/core";
import { anyTypeMatcher } from "@postern/kit/cloudevents";
import { isGuarded } from "./guarded.ts";

type Entry = Pick<OperationEntry, "id" | "group" | "effect" | "summary" | "properties">;

/** What the `uses` of a page do not say by themselves. */
export interface PageRights {
  /** Operations that it may call, each call confirmed by the viewer. */
  readonly confirmed: Pick<Entry, "id" | "effect" | "summary">[];
  /** Operations that its wildcards match, and that it may not call. */
  readonly excluded: string[];
}

/** The guarded operations of a page: allowed if `uses` has the exact id, otherwise excluded. */
export function rightsOf(uses: readonly string[], operations: readonly Entry[]): PageRights {
  const isUsed = anyTypeMatcher(uses);
  const guarded = operations.filter((operation) => isUsed(operation.id) && isGuarded(operation));
  const isNamed = ({ id }: Entry): boolean => uses.includes(id);
  return {
    confirmed: guarded.filter(isNamed).map(({ id, effect, summary }) => ({ id, effect, summary })),
    excluded: guarded.filter((operation) => !isNamed(operation)).map(({ id }) => id),
  };
}
