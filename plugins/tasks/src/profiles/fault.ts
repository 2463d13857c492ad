/** Something that is wrong in a text, at an offset in UTF-16 units. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly at: number;
  readonly severity?: "warning";
}

/** A fault that is known by its line instead: of a file that is no text, there are no offsets. */
export interface PlacedFault {
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly severity?: "warning";
}

/** Where faults stand in a text, by line and column from 1. The text is walked once, however many there are. */
export function placed(text: string, faults: readonly Fault[]): PlacedFault[] {
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
