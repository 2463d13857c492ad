import { type BaseContext, baseOf, schemaOf } from "../base.ts";
import type { BaseRecord, ViewRecord } from "../collections.ts";
import type { Filter } from "../schemas.ts";
import { liveQuery, viewOf } from "../view.ts";
import type { Query } from "./source.ts";
import type { QueryTarget } from "./walk.ts";

/** A query for the rows of a base: a view and further conditions. */
interface RowRequest {
  readonly base: string;
  readonly filter?: Filter;
  readonly sort?: readonly string[];
  readonly view?: string;
  readonly archived?: boolean;
}

/** Resolves a query: the filter of the view and of the caller, and the caller's sort order or else that of the view. */
export async function resolveRequest(
  ctx: Omit<BaseContext, "store"> & { readonly store: { readonly unchecked: BaseContext["store"] } },
  { base: ref, filter, sort, view: viewRef, archived = false }: RowRequest,
): Promise<{ base: BaseRecord; target: QueryTarget; query: Query; view: ViewRecord | undefined }> {
  // A query reads one moment and commits nothing, so an unchecked read is exact.
  const store = ctx.store.unchecked;
  const base = await baseOf({ ...ctx, store }, ref);
  const schema = await schemaOf(store, base.id);
  const view = viewRef === undefined ? undefined : await viewOf(store, base.id, viewRef);
  const saved = view ? liveQuery(view, schema) : {};
  const order = sort ?? saved.sort;
  return {
    base,
    target: { store, baseId: base.id, status: archived ? "archived" : "active", schema },
    query: { filters: [saved.filter, filter].filter((one) => one !== undefined), ...(order && { sort: order }) },
    view,
  };
}
