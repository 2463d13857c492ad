import type { Property } from "@postern/client/api";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { cellId } from "./grid-row.tsx";
import { ADD_WIDTH, type Layout, NARROWEST, NUMBER_WIDTH, widths } from "./layout.ts";
import { TYPES } from "./types.ts";

interface GridHeaderProps {
  readonly gridId: string;
  readonly layout: Layout;
  /** How many properties are shown. */
  readonly count: number;
  /** The column with the focus, or undefined. */
  readonly active: number | undefined;
  readonly sort: readonly string[];
  readonly itemsOf: (property: Property) => readonly MenuItem[];
  /** Absent if the key may not add properties. */
  readonly onAdd: (() => void) | undefined;
  readonly onWidths: () => void;
}

/** The names of the properties, with what can be done to them. */
export function GridHeader({ gridId, layout, count, active, sort, itemsOf, onAdd, onWidths }: GridHeaderProps) {
  const isActive = (column: number) => (active === column ? " is-active" : "");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot have rows that are not in the document
    <div role="rowgroup" class="bases-head" style={{ width: `${layout.width + ADD_WIDTH}px` }}>
      {/* biome-ignore lint/a11y/useSemanticElements: as the group */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell */}
      <div role="row" aria-rowindex={1} data-row={-1} class="bases-row">
        {/* biome-ignore lint/a11y/useSemanticElements: as the group */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: as the row */}
        <div
          role="columnheader"
          aria-colindex={1}
          id={cellId(gridId, -1, -1)}
          data-column={-1}
          class={`bases-number${isActive(-1)}`}
          style={{ width: `${NUMBER_WIDTH}px` }}
        >
          <span class="only-read">Number</span>
        </div>
        {layout.columns.map(({ property, at, left, width }) => {
          const order = sort.find((one) => one.split(":")[0] === property.key);
          const isDown = order?.endsWith(":desc");
          return (
            // biome-ignore lint/a11y/useSemanticElements: as the group
            // biome-ignore lint/a11y/useFocusableInteractive: as the row
            <div
              key={property.id}
              role="columnheader"
              aria-colindex={at + 2}
              aria-sort={order === undefined ? undefined : isDown ? "descending" : "ascending"}
              id={cellId(gridId, -1, at)}
              data-column={at}
              class={`bases-cell${isActive(at)}`}
              style={{ left: `${left}px`, width: `${width}px` }}
            >
              <span class="bases-sign" title={TYPES[property.type].label} aria-hidden="true">
                {TYPES[property.type].sign}
              </span>
              <span class="cut grow" dir="auto" title={property.description || property.name}>
                {property.name}
              </span>
              <span class="only-read">, {TYPES[property.type].label}</span>
              {property.required && (
                <span class="muted" title="Required">
                  *
                </span>
              )}
              {order !== undefined && <span aria-hidden="true">{isDown ? "↓" : "↑"}</span>}
              <Menu label={`Property ${property.name}`} items={itemsOf(property)} isTabStop={false} />
              <span
                class="bases-resize"
                aria-hidden="true"
                onPointerDown={(event) => {
                  event.preventDefault();
                  const { currentTarget: handle, clientX: from } = event;
                  handle.setPointerCapture(event.pointerId);
                  handle.onpointermove = ({ clientX }) => {
                    widths.set(property.id, Math.max(NARROWEST, width + clientX - from));
                    onWidths();
                  };
                  handle.onpointerup = () => {
                    handle.onpointermove = null;
                  };
                }}
              />
            </div>
          );
        })}
        {onAdd && (
          // biome-ignore lint/a11y/useSemanticElements: as the group
          // biome-ignore lint/a11y/useFocusableInteractive: as the row
          <div
            role="columnheader"
            aria-colindex={count + 2}
            class="bases-add"
            style={{ left: `${layout.width}px`, width: `${ADD_WIDTH}px` }}
          >
            <button
              type="button"
              class="button quiet"
              aria-label="New property"
              title="New property"
              data-act="add"
              onClick={onAdd}
            >
              +
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
