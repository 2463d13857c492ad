import type { Property, Row } from "@postern/client/api";
import { useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { MenuItem } from "../../ui/menu.tsx";
import { CellNotices, OtherNotices, placedEdits } from "./edit-notices.tsx";
import type { Edit, Edits } from "./edits.ts";
import { useCells } from "./grid-cells.ts";
import { GridHeader } from "./grid-header.tsx";
import { useGridLayout } from "./grid-layout.ts";
import { cellId, GridRow } from "./grid-row.tsx";
import { ADD_WIDTH } from "./layout.ts";
import type { Rows } from "./rows.ts";

interface GridProps {
  readonly label: string;
  readonly rows: Rows;
  readonly columns: readonly Property[];
  readonly edits: Edits;
  readonly isEditable: boolean;
  readonly sort: readonly string[];
  readonly opened: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly itemsOf: (property: Property) => readonly MenuItem[];
  readonly onAdd: (() => void) | undefined;
  readonly onOpen: (row: Row) => void;
  readonly onSelect: (row: Row) => void;
}

/** A grid with any number of rows, of which only those that can be seen are in the document. */
export function Grid(props: GridProps) {
  const { label, rows, columns, edits, isEditable, sort, opened, selected, itemsOf, onAdd } = props;
  const gridId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const count = rows.count.value;
  // Drawn again for rows that were read.
  void rows.changes.value;

  const { layout, visible, height, measure } = useGridLayout(frame, columns, count);
  const [first, last] = [visible[0] ?? 0, visible.at(-1) ?? 0];
  useLayoutEffect(() => rows.look(first, last), [rows, first, last]);

  const { active, editing, actions, onKeyDown, onMouseDown, onClick } = useCells({ ...props, frame, grid });
  const all = edits.all.value;
  const editsOf = useMemo(() => byRow(all.values()), [all]);
  const placed = placedEdits(edits, rows, layout, [first, last]);
  const isDrawn = active.row === -1 || visible.includes(active.row);

  return (
    <div class="bases-frame">
      <div ref={frame} class="bases-scroller">
        {/* biome-ignore lint/a11y/useSemanticElements: a table cannot have rows that are not in the document */}
        <div
          ref={grid}
          id={gridId}
          role="grid"
          tabIndex={0}
          aria-label={label}
          aria-rowcount={count + 1}
          aria-colcount={columns.length + (onAdd ? 2 : 1)}
          aria-readonly={!isEditable}
          aria-multiselectable="true"
          aria-activedescendant={isDrawn ? cellId(gridId, active.row, active.column) : undefined}
          class="bases-grid"
          style={{ height: `${height}px`, width: `${layout.width + ADD_WIDTH}px` }}
          onKeyDown={onKeyDown}
          onMouseDown={onMouseDown}
          onClick={onClick}
        >
          <GridHeader
            gridId={gridId}
            layout={layout}
            count={columns.length}
            active={active.row === -1 ? active.column : undefined}
            sort={sort}
            itemsOf={itemsOf}
            onAdd={onAdd}
            onWidths={measure}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
          <div role="rowgroup" class="bases-rows">
            {visible.map((index) => {
              const row = rows.at(index);
              return (
                <GridRow
                  key={index}
                  gridId={gridId}
                  index={index}
                  row={row}
                  layout={layout}
                  active={active.row === index ? active.column : undefined}
                  editing={editing?.row === index ? editing : undefined}
                  edits={row && editsOf.get(row.id)}
                  isSelected={row !== undefined && selected.has(row.id)}
                  isOpen={row !== undefined && row.id === opened}
                  actions={actions}
                />
              );
            })}
          </div>
        </div>
        <CellNotices placed={placed} edits={edits} />
      </div>
      <OtherNotices placed={placed} edits={edits} />
    </div>
  );
}

function byRow(edits: Iterable<Edit>): ReadonlyMap<string, readonly Edit[]> {
  const found = new Map<string, Edit[]>();
  for (const edit of edits) found.set(edit.row.id, [...(found.get(edit.row.id) ?? []), edit]);
  return found;
}
