import type { Property } from "@postern/client/api";
import { widthOf } from "./types.ts";

/** The height of a row and of the header, in pixels. */
export const ROW_HEIGHT = 36;
/** The width of the column with the numbers of the rows, in pixels. */
export const NUMBER_WIDTH = 84;
/** The width of the button that adds a property, in pixels. */
export const ADD_WIDTH = 56;
export const NARROWEST = 64;

/** A cell: row -1 is the header, column -1 has the numbers of the rows. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** The columns that are drawn, with their places. */
export interface Layout {
  readonly columns: readonly {
    readonly property: Property;
    readonly at: number;
    readonly left: number;
    readonly width: number;
  }[];
  /** The width of all columns. */
  readonly width: number;
}

/** Widths that somebody has set, by property, until the page is loaded again. */
export const widths = new Map<string, number>();

export const columnWidth = ({ id, type }: Property): number => widths.get(id) ?? widthOf(type);

/** The next place for a key, or undefined if the key does not move. */
export function moved(
  { row, column }: Place,
  { key, isCtrl }: { key: string; isCtrl: boolean },
  size: { rows: number; columns: number; page: number },
): Place | undefined {
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1];
  const to = (next: number, at = column): Place => ({
    row: Math.max(-1, Math.min(lastRow, next)),
    column: Math.max(-1, Math.min(lastColumn, at)),
  });
  switch (key) {
    case "ArrowUp":
      return to(isCtrl ? -1 : row - 1);
    case "ArrowDown":
      return to(isCtrl ? lastRow : row + 1);
    case "ArrowLeft":
      return to(row, isCtrl ? -1 : column - 1);
    case "ArrowRight":
      return to(row, isCtrl ? lastColumn : column + 1);
    case "Home":
      return to(isCtrl ? 0 : row, -1);
    case "End":
      return to(isCtrl ? lastRow : row, lastColumn);
    case "PageUp":
      return to(Math.max(0, row - size.page));
    case "PageDown":
      return to(row + size.page);
    default:
      return undefined;
  }
}
