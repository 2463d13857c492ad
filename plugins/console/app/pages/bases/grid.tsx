import type { Property, Row } from "@postern/client/api";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { copyText } from "../../ui/copy.tsx";
import { useVirtual } from "../../ui/virtual.ts";
import { EditNotice } from "./edit-notice.tsx";
import type { Edit, Edits } from "./edits.ts";
import { GridHeader, type HeaderItem } from "./grid-header.tsx";
import { cellId, type Editing, GridRow, type RowActions } from "./grid-row.tsx";
import { ADD_WIDTH, columnWidth, type Layout, moved, NUMBER_WIDTH, type Place, ROW_HEIGHT } from "./layout.ts";
import type { Rows } from "./rows.ts";
import { editorOf, enteredValue, isSame, textOf } from "./values.ts";

interface GridProps {
  readonly label: string;
  readonly rows: Rows;
  readonly columns: readonly Property[];
  readonly edits: Edits;
  readonly isEditable: boolean;
  readonly sort: readonly string[];
  readonly opened: string | undefined;
  readonly selected: ReadonlySet<string>;
  readonly itemsOf: (property: Property) => readonly HeaderItem[];
  readonly onAdd: (() => void) | undefined;
  readonly onOpen: (row: Row) => void;
  readonly onSelect: (row: Row) => void;
}

/** Space below the last row, so that what is shown at a cell has room. */
const BELOW = 160;

/** A grid with any number of rows, of which only those that can be seen are in the document. */
export function Grid(props: GridProps) {
  const { label, rows, columns, edits, isEditable, sort, opened, selected, itemsOf, onAdd } = props;
  const gridId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  /** Whether the grid had the focus before the click: the first click only chooses a cell. */
  const hadFocus = useRef(false);
  const [editing, setEditing] = useState<Editing | undefined>();
  const [resized, resize] = useState(0);
  const count = rows.count.value;
  // Drawn again for rows that were read.
  void rows.changes.value;

  const down = useVirtual({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    paddingStart: ROW_HEIGHT,
    paddingEnd: BELOW,
  });
  const across = useVirtual({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => frame.current,
    estimateSize: (at) => columnWidth(columns[at] as Property),
    overscan: 2,
    paddingStart: NUMBER_WIDTH,
    paddingEnd: ADD_WIDTH,
  });
  useLayoutEffect(() => across.measure(), [across, columns, resized]);
  const drawn = across.getVirtualItems();
  const span = drawn.map(({ index, start, size }) => `${index} ${start} ${size}`).join();
  const width = Math.max(NUMBER_WIDTH, across.getTotalSize() - ADD_WIDTH);
  const layout = useMemo<Layout>(
    () => ({
      width,
      columns: drawn.flatMap(({ index, start, size }) => {
        const property = columns[index];
        return property ? [{ property, at: index, left: start, width: size }] : [];
      }),
    }),
    [span, width, columns],
  );
  const visible = down.getVirtualItems();
  const [first, last] = [visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0];
  useLayoutEffect(() => rows.look(first, last), [rows, first, last]);

  const all = edits.all.value;
  const editsOf = useMemo(() => byRow(all.values()), [all]);
  const unsaved = [...all.values()].filter(({ state }) => state !== "saving");

  function focusGrid(): void {
    grid.current?.focus({ preventScroll: true });
  }

  function go(place: Place): void {
    setActive(place);
    const scroller = frame.current;
    if (!scroller) return;
    const top = place.row * ROW_HEIGHT;
    const rest = scroller.clientHeight - 2 * ROW_HEIGHT;
    if (place.row >= 0) scroller.scrollTop = Math.max(Math.min(scroller.scrollTop, top), top - rest);
    const [property, before] = [columns[place.column], columns.slice(0, Math.max(0, place.column))];
    if (!property) return;
    const left = before.reduce((sum, one) => sum + columnWidth(one), 0);
    const room = scroller.clientWidth - NUMBER_WIDTH - columnWidth(property);
    scroller.scrollLeft = Math.max(Math.min(scroller.scrollLeft, left), left - room);
  }

  function save(shown: Row, property: Property, mine: unknown): void {
    const before = edits.all.value.get(`${shown.id} ${property.id}`);
    if (!before && isSame(mine, shown.values[property.key])) return;
    void edits.save(shown, property, mine);
  }

  function begin({ row: at, column }: Place, typed?: string): void {
    const [shown, property] = [rows.at(at), columns[column]];
    if (!shown || !property) return;
    const editor = editorOf(property);
    const takesText = editor === "line" || editor === "area" || editor === "number";
    if (!isEditable) props.onOpen(shown);
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

  function pressed(event: KeyboardEvent): void {
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
      grid.current?.querySelector<HTMLElement>(`[id="${cellId(gridId, -1, active.column)}"] button`)?.click();
    else if (!row) return;
    else if (active.column === -1 && key === "Enter") props.onOpen(row);
    else if (active.column === -1 && key === " ") props.onSelect(row);
    else if (key === "Enter" || key === "F2" || key === " ") begin(active);
    else if ((key === "Delete" || key === "Backspace") && isEditable && property) save(row, property, null);
    else if (key.length === 1 && property && isEditable) begin(active, key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function clicked(event: MouseEvent): void {
    if (!(event.target instanceof Element) || event.target.closest(".bases-editor, .menu, .menu-button")) return;
    const cell = event.target.closest<HTMLElement>("[data-column]");
    const at = Number(cell?.closest<HTMLElement>("[data-row]")?.dataset.row);
    if (!cell || Number.isNaN(at)) return;
    const place = { row: at, column: Number(cell.dataset.column) };
    const row = rows.at(at);
    const act = event.target.closest<HTMLElement>("[data-act]")?.dataset.act;
    if (row && act === "open") props.onOpen(row);
    if (row && act === "select") props.onSelect(row);
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

  const noticeOf = (edit: Edit) => {
    const at = rows.indexOf(edit.row.id);
    const column = layout.columns.find(({ property }) => property.id === edit.property.id);
    return at >= first && at <= last && column ? { edit, top: (at + 2) * ROW_HEIGHT, left: column.left } : undefined;
  };
  const notices = unsaved.map((edit) => ({ edit, place: noticeOf(edit) }));
  const elsewhere = notices.filter(({ place }) => !place);
  const isDrawn = active.row === -1 || (active.row >= first && active.row <= last);

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
          style={{ height: `${down.getTotalSize()}px`, width: `${layout.width + ADD_WIDTH}px` }}
          onKeyDown={pressed}
          onMouseDown={() => {
            hadFocus.current = document.activeElement === grid.current;
          }}
          onClick={clicked}
        >
          <GridHeader
            gridId={gridId}
            layout={layout}
            count={columns.length}
            active={active.row === -1 ? active.column : undefined}
            sort={sort}
            itemsOf={itemsOf}
            onAdd={onAdd}
            onWidths={() => resize((times) => times + 1)}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: as the grid */}
          <div role="rowgroup" class="bases-rows">
            {visible.map(({ index }) => {
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
        {notices.map(
          ({ edit, place }) =>
            place && (
              <div
                key={`${edit.row.id} ${edit.property.id}`}
                class="bases-notice-at"
                style={{ transform: `translate(${place.left}px, ${place.top}px)` }}
              >
                <EditNotice edit={edit} edits={edits} />
              </div>
            ),
        )}
      </div>
      {elsewhere.length > 0 && (
        <section class="bases-unsaved" aria-label="Values that were not saved">
          {elsewhere.map(({ edit }) => (
            <EditNotice key={`${edit.row.id} ${edit.property.id}`} edit={edit} edits={edits} />
          ))}
        </section>
      )}
    </div>
  );
}

function byRow(edits: Iterable<Edit>): ReadonlyMap<string, readonly Edit[]> {
  const found = new Map<string, Edit[]>();
  for (const edit of edits) found.set(edit.row.id, [...(found.get(edit.row.id) ?? []), edit]);
  return found;
}
