/** What stands in one cell of a file. */
export type Cell = string | number | boolean | Date | null | undefined;

/** A line of a file, the header included: `at` is where it begins, counted from 1 as an editor or a spreadsheet does. */
export interface Line {
  readonly at: number;
  readonly cells: readonly Cell[];
  /** Why it could not be read. */
  readonly fault?: string;
}

/** Lines as they come, some at a time; between these others get their turn. */
export type Lines = AsyncGenerator<readonly Line[], void>;

/** What is wrong with a line. */
export interface Diagnostic {
  readonly line: number;
  /** As the header spells it. */
  readonly column?: string;
  readonly code: string;
  readonly message: string;
}

export const isBlank = (cell: Cell): boolean => cell === undefined || cell === null || cell === "";

/** Bytes of a file, in and out. */
export const MOST_BYTES = 64 * 2 ** 20;
export const MOST_LINES = 1_000_000;
