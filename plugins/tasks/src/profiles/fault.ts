/** A problem in a text, at an offset in UTF-16 code units. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly at: number;
  readonly severity?: "warning";
}

/** A fault located by line and column, if any: files that cannot be decoded have no offsets. */
export interface LocatedFault {
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly severity?: "warning";
}

/** Converts offsets to lines and columns, starting at 1. Scans the text only once for all faults. */
export function locateFaults(text: string, faults: readonly Fault[]): LocatedFault[] {
  let line = 1;
  let start = 0;
  return [...faults]
    .sort((left, right) => left.at - right.at)
    .map(({ at, ...fault }) => {
      for (let end = text.indexOf("\n", start); end >= 0 && end < at; end = text.indexOf("\n", start)) {
        line++;
        start = end + 1;
      }
      return { ...fault, line, column: at - start + 1 };
    });
}
