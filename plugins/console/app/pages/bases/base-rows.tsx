import type { Base, Property, Row, View } from "@postern/client/api";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Empty } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { readShown, show } from "./address.ts";
import { BaseBar } from "./base-bar.tsx";
import { createEdits } from "./edits.ts";
import { effectiveOf } from "./effective.ts";
import { FilterPanel } from "./filter-panel.tsx";
import { Grid } from "./grid.tsx";
import { GridStatus } from "./grid-status.tsx";
import { NewRowDialog } from "./new-row-dialog.tsx";
import { useProperties } from "./properties.tsx";
import { useBases } from "./read.ts";
import { RowPanel } from "./row-panel.tsx";
import { createRows, type RowsRequest } from "./rows.ts";
import { Transfer } from "./transfer.tsx";
import { useViews } from "./views.tsx";

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
  const viewChoice = useViews({ base, views: views.data ?? [], view, shown: wanted });
  const header = useProperties({ base, columns, sort, isEditable: base.status === "active" });

  const operation = shown.isArchived ? "bases.rows.unarchive" : "bases.rows.archive";
  const isArchiving = base.status === "active" && may(operation);
  async function archiveSelected(): Promise<void> {
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
      {(transfers) => (
        <div class="bases-body">
          <BaseBar
            views={viewChoice}
            properties={properties}
            columns={columns}
            filter={filter}
            isFiltering={isFiltering}
            onFilter={() => setFiltering(!isFiltering)}
            isArchived={shown.isArchived}
            transfers={transfers}
            onCreate={isOpen && may("bases.rows.create") ? () => setCreating(true) : undefined}
          />
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
              <GridStatus
                count={rows.isRead.value ? rows.count.value : undefined}
                selected={selected.size}
                action={isArchiving ? (shown.isArchived ? "Restore" : "Archive") : undefined}
                onAct={() => void archiveSelected()}
                onClear={() => setSelected(new Set())}
              />
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
          {viewChoice.dialog}
        </div>
      )}
    </Transfer>
  );
}
