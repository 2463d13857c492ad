import type { Property, RowFilter } from "@postern/client/api";
import { useState } from "preact/hooks";
import { groupedItems, Menu, type MenuItem } from "../../ui/menu.tsx";
import { useNarrow } from "../../ui/narrow.ts";
import { show } from "./address.ts";
import { ColumnsDialog, ColumnsMenu } from "./columns-menu.tsx";
import type { Views } from "./views.tsx";

interface BaseBarProps {
  readonly views: Views;
  readonly properties: readonly Property[];
  readonly columns: readonly Property[];
  readonly filter: RowFilter | undefined;
  readonly isFiltering: boolean;
  readonly onFilter: () => void;
  readonly isArchived: boolean;
  readonly transfers: readonly MenuItem[];
  /** Absent if rows cannot be created. */
  readonly onCreate: (() => void) | undefined;
}

/** What can be done with the rows that are shown, in one line. A narrow window has most of it in a menu. */
export function BaseBar(props: BaseBarProps) {
  const { views, properties, columns, filter, isFiltering, onFilter, isArchived, transfers, onCreate } = props;
  const isNarrow = useNarrow();
  const [isChoosing, setChoosing] = useState(false);
  const filterButton = (
    <button type="button" class="button" aria-expanded={isFiltering} onClick={onFilter}>
      Filter{filter && <span class="bases-count">{filter.where.length}</span>}
    </button>
  );
  const create = onCreate && (
    <button type="button" class="button main" onClick={onCreate}>
      New row
    </button>
  );
  const archived = {
    label: isArchived ? "Show active rows" : "Archived rows",
    onChoose: () => show({ isArchived: !isArchived }),
  };
  const more = (
    <span class="bases-more" aria-hidden="true">
      ⋯
    </span>
  );

  if (isNarrow)
    return (
      <div class="bases-bar">
        {views.choice}
        {filterButton}
        <Menu
          label="More for these rows"
          face={more}
          items={groupedItems(
            views.forChanges,
            views.others,
            [{ label: "Columns", onChoose: () => setChoosing(true) }, archived],
            transfers,
          )}
        />
        {create}
        {isChoosing && <ColumnsDialog properties={properties} columns={columns} onClose={() => setChoosing(false)} />}
      </div>
    );
  return (
    <div class="bases-bar">
      {views.choice}
      {views.others.length > 0 && <Menu label="Actions for views" items={views.others} />}
      {filterButton}
      <ColumnsMenu properties={properties} columns={columns} />
      {views.forChanges.map(({ label, onChoose }, at) => (
        <button key={label} type="button" class={at === 0 ? "button" : "button quiet"} onClick={onChoose}>
          {label}
        </button>
      ))}
      <span class="grow" />
      <button type="button" class="button quiet" aria-pressed={isArchived} onClick={archived.onChoose}>
        {archived.label}
      </button>
      {transfers.length > 0 && <Menu label="Import / export" face="Import / export" items={transfers} />}
      {create}
    </div>
  );
}
