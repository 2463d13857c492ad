import type { Property, Row } from "@postern/client/api";
import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { copyText } from "../../ui/copy.tsx";
import { type Edits, editKey } from "./edits.ts";
import type { Editing, RowActions } from "./grid-row.tsx";
import { columnWidth, moved, NUMBER_WIDTH, type Place, ROW_HEIGHT } from "./layout.ts";
import type { Rows } from "./rows.ts";
import { editorOf, enteredValue, isSame, textOf } from "./values.ts";

interface CellsOptions {
  readonly frame: RefObject<HTMLElement | null>;
  readonly grid: RefObject<HTMLElement | null>;
  readonly rows: Rows;
  readonly columns: readonly Property[];
  readonly edits: Edits;
  readonly isEditable: boolean;
  readonly onOpen: (row: Row) => void;
  readonly onSelect: (row: Row) => void;
}

interface Cells {
  readonly active: Place;
  readonly editing: Editing | undefined;
  readonly actions: RowActions;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onMouseDown: () => void;
  readonly onClick: (event: MouseEvent) => void;
}

/** The cell of a grid that has the focus or is being edited, by keyboard and pointer. */
export function useCells(options: CellsOptions): Cells {
  const { frame, grid, rows, columns, edits, isEditable, onOpen, onSelect } = options;
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<Editing | undefined>();
  /** Whether the grid had the focus before the click: the first click only chooses a cell. */
  const hadFocus = useRef(false);
  const count = rows.count.value;

  function focusGrid(): void {
    grid.current?.focus({ preventScroll: true });
  }

  function go(place: Place): void {
    setActive(place);
    if (frame.current) scrollTo(frame.current, place, columns);
  }

  function save(shown: Row, property: Property, mine: unknown): void {
    const before = edits.all.value.get(editKey(shown.id, property.id));
    if (!before && isSame(mine, shown.values[property.key])) return;
    void edits.save(shown, property, mine);
  }

  function begin({ row: at, column }: Place, typed?: string): void {
    const [shown, property] = [rows.at(at), columns[column]];
    if (!shown || !property) return;
    const editor = editorOf(property);
    const takesText = editor === "line" || editor === "area" || editor === "number";
    if (!isEditable) onOpen(shown);
    else if (editor === "checkbox") save(shown, property, shown.values[property.key] !== true);
    else setEditing({ row: at, column, shown, ...(takesText && typed !== undefined && { typed }) });
  }

  const latest = useRef<RowActions>(undefined as unknown as RowActions);
  latest.current = {
    save(done, entry, move) {
      setEditing(undefined);
      const property = columns[done.column];
      if (property) save(done.shown, property, enteredValue(entry, property));
      if (move === undefined) return;
      focusGrid();
      const { row, column } = done;
      if (move === "down") go({ row: Math.min(count - 1, row + 1), column });
      if (move === "next")
        go(
          column + 1 < columns.length ? { row, column: column + 1 } : { row: Math.min(count - 1, row + 1), column: 0 },
        );
      if (move === "previous") go({ row, column: Math.max(0, column - 1) });
    },
    cancel() {
      setEditing(undefined);
      focusGrid();
    },
  };
  const [actions] = useState<RowActions>(() => ({
    save: (...given) => latest.current.save(...given),
    cancel: () => latest.current.cancel(),
  }));

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== grid.current) return;
    const { key, altKey } = event;
    const isCtrl = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
    const next = moved(active, { key, isCtrl }, { rows: count, columns: columns.length, page });
    const [row, property] = [rows.at(active.row), columns[active.column]];
    if (next) go(next);
    else if (isCtrl && key === "c" && row && property)
      void copyText(textOf(row.values[property.key], property)).then(focusGrid);
    else if (isCtrl || altKey) return;
    else if (active.row === -1 && (key === "Enter" || key === " "))
      grid.current?.querySelector<HTMLElement>(`[data-row="-1"] [data-column="${active.column}"] button`)?.click();
    else if (!row) return;
    else if (active.column === -1 && key === "Enter") onOpen(row);
    else if (active.column === -1 && key === " ") onSelect(row);
    else if (key === "Enter" || key === "F2" || key === " ") begin(active);
    else if ((key === "Delete" || key === "Backspace") && isEditable && property) save(row, property, null);
    else if (key.length === 1 && property && isEditable) begin(active, key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onClick(event: MouseEvent): void {
    if (!(event.target instanceof Element) || event.target.closest(".bases-editor, .menu, .menu-button")) return;
    const cell = event.target.closest<HTMLElement>("[data-column]");
    const at = Number(cell?.closest<HTMLElement>("[data-row]")?.dataset.row);
    if (!cell || Number.isNaN(at)) return;
    const place = { row: at, column: Number(cell.dataset.column) };
    const row = rows.at(at);
    const act = event.target.closest<HTMLElement>("[data-act]")?.dataset.act;
    if (row && act === "open") onOpen(row);
    if (row && act === "select") onSelect(row);
    if (act !== undefined) {
      setActive(place);
      return;
    }
    const isCheckbox = columns[place.column] && editorOf(columns[place.column] as Property) === "checkbox";
    const isAgain = hadFocus.current && active.row === place.row && active.column === place.column;
    go(place);
    focusGrid();
    if (at >= 0 && place.column >= 0 && (isAgain || isCheckbox) && isEditable) begin(place);
  }

  return {
    active,
    editing,
    actions,
    onKeyDown,
    onMouseDown() {
      hadFocus.current = document.activeElement === grid.current;
    },
    onClick,
  };
}

/** Scrolls as little as is needed to see a whole cell. */
function scrollTo(scroller: HTMLElement, { row, column }: Place, columns: readonly Property[]): void {
  const top = row * ROW_HEIGHT;
  const rest = scroller.clientHeight - 2 * ROW_HEIGHT;
  if (row >= 0) scroller.scrollTop = Math.max(Math.min(scroller.scrollTop, top), top - rest);
  const [property, before] = [columns[column], columns.slice(0, Math.max(0, column))];
  if (!property) return;
  const left = before.reduce((sum, one) => sum + columnWidth(one), 0);
  const room = scroller.clientWidth - NUMBER_WIDTH - columnWidth(property);
  scroller.scrollLeft = Math.max(Math.min(scroller.scrollLeft, left), left - room);
}
