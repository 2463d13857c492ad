import { EditNotice } from "./edit-notice.tsx";
import { type Edit, type Edits, editKey } from "./edits.ts";
import { type Layout, ROW_HEIGHT } from "./layout.ts";
import type { Rows } from "./rows.ts";

/** A value that was not saved, and the place of its cell. */
interface PlacedEdit {
  readonly edit: Edit;
  /** Undefined if the cell is not drawn. */
  readonly place: { readonly top: number; readonly left: number } | undefined;
}

/** The values that were not saved, each with its place in a grid of which some rows and columns are drawn. */
export function placedEdits(edits: Edits, rows: Rows, layout: Layout, [first, last]: [number, number]): PlacedEdit[] {
  return [...edits.all.value.values()]
    .filter(({ state }) => state !== "saving")
    .map((edit) => {
      const at = rows.indexOf(edit.row.id);
      const column = layout.columns.find(({ property }) => property.id === edit.property.id);
      const isDrawn = at >= first && at <= last;
      return { edit, place: isDrawn && column ? { top: (at + 2) * ROW_HEIGHT, left: column.left } : undefined };
    });
}

interface EditNoticesProps {
  readonly placed: readonly PlacedEdit[];
  readonly edits: Edits;
}

const keyOf = ({ row, property }: Edit): string => editKey(row.id, property.id);

/** Notices at the cells whose values were not saved. */
export function CellNotices({ placed, edits }: EditNoticesProps) {
  return (
    <>
      {placed.map(
        ({ edit, place }) =>
          place && (
            <div
              key={keyOf(edit)}
              class="bases-notice-at"
              style={{ transform: `translate(${place.left}px, ${place.top}px)` }}
            >
              <EditNotice edit={edit} edits={edits} />
            </div>
          ),
      )}
    </>
  );
}

/** Notices for cells that are not drawn. */
export function OtherNotices({ placed, edits }: EditNoticesProps) {
  const others = placed.filter(({ place }) => !place);
  if (others.length === 0) return null;
  return (
    <section class="bases-unsaved" aria-label="Values that were not saved">
      {others.map(({ edit }) => (
        <EditNotice key={keyOf(edit)} edit={edit} edits={edits} />
      ))}
    </section>
  );
}
