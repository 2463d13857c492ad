import type { Row } from "@postern/client/api";
import { Component } from "preact";
import { CellEditor, type Move } from "./cell-editor.tsx";
import type { Edit } from "./edits.ts";
import { type Layout, NUMBER_WIDTH, ROW_HEIGHT } from "./layout.ts";
import { Value } from "./value.tsx";
import type { Entry } from "./values.ts";

/** The cell that is being edited, with the row as it was when the person began. */
export interface Editing {
  readonly row: number;
  readonly column: number;
  readonly shown: Row;
  readonly typed?: string;
}

/** What rows report. One object for all rows, so that a row is drawn again only for what it shows. */
export interface RowActions {
  save(editing: Editing, entry: Entry, move: Move | undefined): void;
  cancel(): void;
}

interface GridRowProps {
  readonly gridId: string;
  readonly index: number;
  readonly row: Row | undefined;
  readonly layout: Layout;
  /** The column with the focus, or undefined. */
  readonly active: number | undefined;
  readonly editing: Editing | undefined;
  readonly edits: readonly Edit[] | undefined;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  readonly actions: RowActions;
}

export const cellId = (grid: string, row: number, column: number): string => `${grid}-${row}-${column}`;

/** One row of the grid. It is not drawn again while the grid scrolls. */
export class GridRow extends Component<GridRowProps> {
  override shouldComponentUpdate(next: GridRowProps): boolean {
    const names = Object.keys(next) as (keyof GridRowProps)[];
    return names.some((name) => next[name] !== this.props[name]);
  }

  override render() {
    const { gridId, index, row, layout, active, editing, edits, isSelected, isOpen, actions } = this.props;
    const isActive = (column: number) => (active === column ? " is-active" : "");
    return (
      // biome-ignore lint/a11y/useSemanticElements: a table cannot have rows that are not in the document
      // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        aria-busy={row === undefined}
        data-row={index}
        class={`bases-row${isOpen ? " is-open" : ""}${editing ? " is-editing" : ""}`}
        style={{ transform: `translateY(${index * ROW_HEIGHT}px)`, width: `${layout.width}px` }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as the row */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: as the row */}
        <div
          role="rowheader"
          aria-colindex={1}
          id={cellId(gridId, index, -1)}
          data-column={-1}
          class={`bases-number${isActive(-1)}`}
          style={{ width: `${NUMBER_WIDTH}px` }}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isSelected}
            disabled={row === undefined}
            aria-label={`Select row ${index + 1}`}
            data-act="select"
          />
          <button
            type="button"
            class="plain"
            tabIndex={-1}
            disabled={row === undefined}
            aria-label={`Open row ${index + 1}`}
            data-act="open"
          >
            {index + 1}
          </button>
        </div>
        {layout.columns.map(({ property, at, left, width }) => {
          const edit = edits?.find((one) => one.property.id === property.id);
          const value = edit ? edit.mine : row?.values[property.key];
          return (
            // biome-ignore lint/a11y/useSemanticElements: as the row
            // biome-ignore lint/a11y/useFocusableInteractive: as the row
            <div
              key={property.id}
              role="gridcell"
              aria-colindex={at + 2}
              aria-invalid={edit !== undefined && edit.state !== "saving"}
              id={cellId(gridId, index, at)}
              data-column={at}
              class={`bases-cell${isActive(at)}${edit ? ` is-${edit.state}` : ""}${
                typeof value === "number" ? " is-number" : ""
              }`}
              style={{ left: `${left}px`, width: `${width}px` }}
              dir="auto"
            >
              {row === undefined ? (
                <span class="bases-unread" />
              ) : editing?.column === at ? (
                <CellEditor
                  property={property}
                  value={edit ? edit.mine : editing.shown.values[property.key]}
                  typed={editing.typed}
                  onSave={(entry, move) => actions.save(editing, entry, move)}
                  onCancel={actions.cancel}
                />
              ) : (
                <Value value={value} property={property} />
              )}
            </div>
          );
        })}
      </div>
    );
  }
}
