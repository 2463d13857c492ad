import type { Base, Property, Row, View } from "@postern/client/api";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Empty } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { readShown, show } from "./address.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { createEdits } from "./edits.ts";
import { FilterPanel } from "./filter-panel.tsx";
import { Grid } from "./grid.tsx";
import { NewRowDialog } from "./new-row-dialog.tsx";
import { useProperties } from "./properties.tsx";
import { useBases } from "./read.ts";
import { RowPanel } from "./row-panel.tsx";
import { createRows, type RowsRequest } from "./rows.ts";
import { Transfer } from "./transfer.tsx";
import { effectiveOf, ViewsBar } from "./views.tsx";

interface BaseRowsProps {
  readonly base: Base;
  readonly properties: readonly Property[];
}

/** The rows of a base in a grid, and the row that is open beside it. */
export function BaseRows({ base, properties }: BaseRowsProps) {
  const session = useSession();
  const actions = useActions();
  const { may } = session;
  const shown = readShown();
  const [isCreating, setCreating] = useState(false);
  const [isFiltering, setFiltering] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rowCount = useRef(base.rowCount);
  rowCount.current = base.rowCount;

  const views = useBases(
    `views ${base.id}`,
    async (client, signal) =>
      (await client.bases.views.list({ base: base.id, limit: 500 }, { signal })).views as View[],
    { base: base.id, events: ["bases.view.*", "bases.property.*"] },
  );
  const view = views.data?.find(({ id }) => id === shown.view);
  const wanted = effectiveOf(shown, view, properties);
  const { filter, sort } = wanted;
  const columnIds = wanted.columns.map(({ id }) => id).join();
  // The grid draws all rows again for other columns, and reading a base again makes no others.
  const columns = useMemo(() => wanted.columns, [properties, columnIds]);
  // Rows are not read before it is known how the view of the address filters and sorts them.
  const isReady = shown.view === undefined || views.data !== undefined || views.error !== undefined;
  const request = JSON.stringify({ base: base.id, filter, sort, isArchived: shown.isArchived, isReady });
  const rows = useMemo(
    () => createRows(session, JSON.parse(request) as RowsRequest, () => rowCount.current),
    [session, request],
  );
  useEffect(() => () => rows.stop(), [rows]);
  const edits = useMemo(() => createEdits(session, actions, base.id, rows.put), [session, actions, base.id, rows]);

  const isOpen = base.status === "active" && !shown.isArchived;
  const isEditable = isOpen && may("bases.rows.update");
  const header = useProperties({ base, columns, sort, isEditable: base.status === "active" });

  async function archiveSelected(): Promise<void> {
    const operation = shown.isArchived ? "bases.rows.unarchive" : "bases.rows.archive";
    const done = new Set<string>();
    for (const row of selected) if (await actions.run({ operation, input: { row } })) done.add(row);
    setSelected((before) => new Set([...before].filter((row) => !done.has(row))));
  }

  function select({ id }: Row): void {
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }

  const isEmpty = rows.isRead.value && rows.count.value === 0;
  return (
    <Transfer
      base={base}
      properties={properties}
      request={{ base: base.id, filter, sort, isArchived: shown.isArchived }}
      mayImport={isOpen && may("bases.rows.import")}
    >
      {(menu) => (
        <div class="bases-body">
          <div class="bases-bar">
            <ViewsBar base={base} views={views.data ?? []} view={view} shown={wanted} />
            <button type="button" class="button" aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
              Filter{filter && ` ${filter.where.length}`}
            </button>
            <ColumnsMenu properties={properties} columns={columns} />
            <span class="muted small" aria-live="polite">
              {rows.isRead.value && `${rows.count.value.toLocaleString()} rows`}
            </span>
            {selected.size > 0 && may("bases.rows.archive") && base.status === "active" && (
              <>
                <button type="button" class="button" onClick={() => void archiveSelected()}>
                  {shown.isArchived ? "Restore" : "Archive"} {selected.size} selected
                </button>
                <button type="button" class="button quiet" onClick={() => setSelected(new Set())}>
                  Clear
                </button>
              </>
            )}
            <span class="grow" />
            <button
              type="button"
              class="button quiet"
              aria-pressed={shown.isArchived}
              onClick={() => show({ isArchived: !shown.isArchived })}
            >
              {shown.isArchived ? "Show active rows" : "Archived rows"}
            </button>
            {menu}
            {isOpen && may("bases.rows.create") && (
              <button type="button" class="button main" onClick={() => setCreating(true)}>
                New row
              </button>
            )}
          </div>
          {isFiltering && (
            <FilterPanel
              key={JSON.stringify(filter)}
              properties={properties}
              filter={filter}
              onClose={() => setFiltering(false)}
            />
          )}
          {rows.error.value !== undefined && <Problem error={rows.error.value} onRetry={rows.refresh} />}
          <div class={shown.row === undefined ? "bases-main" : "bases-main has-row"}>
            <div class="bases-frame">
              <Grid
                label={`Rows of ${base.name}`}
                rows={rows}
                columns={columns}
                edits={edits}
                isEditable={isEditable}
                sort={sort}
                opened={shown.row}
                selected={selected}
                itemsOf={header.itemsOf}
                onAdd={header.onAdd}
                onOpen={({ id }) => show({ row: id })}
                onSelect={select}
              />
              {isEmpty && (
                <div class="bases-none">
                  {filter || shown.isArchived ? (
                    <Empty text="No row fits." />
                  ) : (
                    <Empty
                      text="No rows yet. Create the first one, or import a file:"
                      command={`postern bases rows create --base ${base.slug} --values '{"${columns[0]?.key ?? "name"}":"…"}'`}
                    />
                  )}
                </div>
              )}
            </div>
            {shown.row !== undefined && (
              <RowPanel
                id={shown.row}
                properties={properties}
                edits={edits}
                isEditable={isEditable}
                onClose={() => show({ row: undefined })}
              />
            )}
          </div>
          {isCreating && (
            <NewRowDialog
              base={base}
              properties={properties}
              onClose={() => setCreating(false)}
              onCreated={({ id }) => {
                setCreating(false);
                show({ row: id });
              }}
            />
          )}
          {header.dialog}
        </div>
      )}
    </Transfer>
  );
}
