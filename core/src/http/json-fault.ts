import { visit } from "jsonc-parser";

/** Longer texts are not parsed again: a position in them would not help. */
const MAX_LENGTH = 64 * 1024;

/** The position of an error, in characters from 0. */
export interface JsonFault {
  readonly at: number;
  /** Whether the text is valid JSON except for a duplicate member name. */
  readonly isDuplicate: boolean;
}

const STOP = Symbol("the first error");

/**
 * The position where a text stops being JSON or repeats a member name. Undefined if it only ends too early. The
 * platform's parser reports a position only for some errors, and quotes the text. What comes before the position must not
 * be nested deeply.
 */
export function faultIn(text: string): JsonFault | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const open: Set<string>[] = [];
  let fault: number | undefined;
  let duplicate: number | undefined;
  const visitor = {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name: string, offset: number) {
      const names = open.at(-1);
      if (names?.has(name)) duplicate ??= offset;
      names?.add(name);
    },
    onError(_code: number, offset: number) {
      fault = offset;
      // What follows may be nested deeper than the stack allows.
      throw STOP;
    },
  };
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    if (error !== STOP) throw error;
  }
  if (fault !== undefined) return fault < text.trimEnd().length ? { at: fault, isDuplicate: false } : undefined;
  return duplicate === undefined ? undefined : { at: duplicate, isDuplicate: true };
}
