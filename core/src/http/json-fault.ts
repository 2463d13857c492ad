/** One token of JSON: punctuation, a string, a number or a literal. */
const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these inside a string
  /[ \t\r\n]*(?:([{}[\]:,])|("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null))/y;
const BLANKS = /[ \t\r\n]*/y;

/** Longer texts are not parsed again: a position in them would not help. */
const LONGEST = 64 * 1024;

/** The position of an error, in characters from 0. */
export interface JsonFault {
  readonly at: number;
  /** Whether the text is valid JSON except for a duplicate member name. */
  readonly isDuplicate: boolean;
}

/** An object or array that is not closed yet. For an object, its member names so far. */
type Open = Set<unknown> | undefined;

/**
 * The position where a text stops being JSON or repeats a member name. Undefined if it only ends too early. The
 * platform's parser reports a position only for some errors, and quotes the text.
 */
export function faultIn(text: string): JsonFault | undefined {
  if (text.length > LONGEST) return undefined;
  const open: Open[] = [];
  const end = text.trimEnd().length;
  let expected = "value";
  let duplicate: number | undefined;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text);
    if (!token) {
      BLANKS.lastIndex = at;
      BLANKS.exec(text);
      return { at: BLANKS.lastIndex, isDuplicate: false };
    }
    const [, mark, value = ""] = token;
    const place = TOKEN.lastIndex - (mark ?? value).length;
    if (mark === undefined && expected.startsWith("name") && value.startsWith('"') && isKnown(open.at(-1), value))
      duplicate ??= place;
    const next = nextExpected(open, expected, mark, value);
    if (next === undefined) return { at: place, isDuplicate: false };
    expected = next;
  }
  return duplicate === undefined || expected !== "end" ? undefined : { at: duplicate, isDuplicate: true };
}

/** Whether the object already has this member name, however it is escaped. Adds the name. */
function isKnown(names: Open, spelled: string): boolean {
  const name: unknown = JSON.parse(spelled);
  if (names?.has(name)) return true;
  names?.add(name);
  return false;
}

/**
 * What is expected after a token. Undefined if the token is not allowed here. `open` is the stack of unclosed objects
 * and arrays.
 */
function nextExpected(open: Open[], expected: string, mark: string | undefined, value: string): string | undefined {
  const after = () => (open.length === 0 ? "end" : "more");
  const inObject = open.at(-1) !== undefined;
  if (mark === undefined) {
    if (expected.startsWith("value")) return after();
    return expected.startsWith("name") && value.startsWith('"') ? "colon" : undefined;
  }
  if ((mark === "{" || mark === "[") && expected.startsWith("value")) {
    open.push(mark === "{" ? new Set() : undefined);
    return mark === "{" ? "name or end" : "value or end";
  }
  const closes =
    open.length > 0 && mark === (inObject ? "}" : "]") && (expected === "more" || expected.endsWith("or end"));
  if (closes) {
    open.pop();
    return after();
  }
  if (mark === ":" && expected === "colon") return "value";
  return mark === "," && expected === "more" ? (inObject ? "name" : "value") : undefined;
}
