import type { RowFilter } from "@postern/client/api";
import { go, pathTo, place } from "../../router.ts";

/** What is shown of a base, kept in the address so that it can be shared. What is absent is as the view has it. */
export interface Shown {
  /** Id of a view. */
  readonly view: string | undefined;
  /** Null for no filter, also where the view has one. */
  readonly filter: RowFilter | null | undefined;
  readonly sort: readonly string[] | undefined;
  /** Keys of the properties, in order. */
  readonly columns: readonly string[] | undefined;
  readonly isArchived: boolean;
  /** Id of the row that is open. */
  readonly row: string | undefined;
}

export function readShown(): Shown {
  const { query } = place.value;
  const list = (name: string) => query.get(name)?.split(",").filter(Boolean);
  return {
    view: query.get("view") ?? undefined,
    filter: filterIn(query.get("filter")),
    sort: list("sort"),
    columns: list("columns"),
    isArchived: query.get("archived") === "yes",
    row: query.get("row") ?? undefined,
  };
}

/** Changes what is shown. */
export function show(changed: Partial<Shown>): void {
  const { view, filter, sort, columns, isArchived, row } = { ...readShown(), ...changed };
  const query = new URLSearchParams();
  if (view !== undefined) query.set("view", view);
  if (filter !== undefined) query.set("filter", JSON.stringify(filter));
  if (sort !== undefined) query.set("sort", sort.join(","));
  if (columns !== undefined) query.set("columns", columns.join(","));
  if (isArchived) query.set("archived", "yes");
  if (row !== undefined) query.set("row", row);
  const text = query.toString();
  go(`${pathTo(...place.value.parts)}${text && `?${text}`}`, { replace: !("row" in changed) });
}

/** An address that somebody has edited must not break the page. */
function filterIn(text: string | null): RowFilter | null | undefined {
  if (text === null) return undefined;
  try {
    const filter = JSON.parse(text) as RowFilter | null;
    return filter === null || Array.isArray(filter.where) ? filter : undefined;
  } catch {
    return undefined;
  }
}
