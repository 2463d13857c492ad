/** The value of a cell. */
export type Cell = string | number | boolean | Date | null | undefined;

/** A line of a file, including the header. `at` is the line where it starts, counted from 1 as in an editor. */
export interface Line {
  readonly at: number;
  readonly cells: readonly Cell[];
  /** Why the line could not be read. */
  readonly fault?: string;
}

/** Lines in portions. Between portions, the event loop gets a turn. */
export type Lines = AsyncGenerator<readonly Line[], void>;

/** An error in a line. */
export interface Diagnostic {
  readonly line: number;
  /** As named in the header. */
  readonly column?: string;
  readonly code: string;
  readonly message: string;
}

export const isBlank = (cell: Cell): boolean => cell === undefined || cell === null || cell === "";

/** Maximum size of an exported file, an imported XLSX file or the body of a request, in bytes. */
export const MAX_BYTES = 64 * 2 ** 20;
/** Maximum number of lines of an XLSX file. */
export const MAX_LINES = 1_000_000;
/** More than a base has properties, because columns without a name and values are allowed. */
export const MAX_COLUMNS = 1_000;
