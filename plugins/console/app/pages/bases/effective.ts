import type { Property, RowFilter, View } from "@postern/client/api";
import type { Shown } from "./address.ts";

/** What is shown of a base after its view and the address. */
export interface Effective {
  readonly filter: RowFilter | undefined;
  readonly sort: readonly string[];
  readonly columns: readonly Property[];
  /** Whether it differs from the view. */
  readonly isChanged: boolean;
}

/** The address comes before the view, and the view before the base. */
export function effectiveOf(
  { filter, sort, columns }: Shown,
  view: View | undefined,
  properties: readonly Property[],
): Effective {
  const keys = columns ?? view?.properties;
  return {
    filter: (filter === undefined ? view?.filter : filter) ?? undefined,
    sort: sort ?? view?.sort ?? [],
    columns: keys ? keys.flatMap((key) => properties.find((one) => one.key === key) ?? []) : properties,
    isChanged: filter !== undefined || sort !== undefined || columns !== undefined,
  };
}
