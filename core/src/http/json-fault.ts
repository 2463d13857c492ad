/** One token of JSON: a mark, a string, a number or a word. */
const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these inside a string
  /[ \t\r\n]*(?:([{}[\]:,])|("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null))/y;

/** Longer texts are not gone through again: the position in them helps nobody. */
const LONGEST = 64 * 1024;

/**
 * Where a text that is no JSON stops being it, counted in characters from 0; undefined where it only ends too early.
 * The parser of the platform tells this for some faults, and quotes the text for all.
 */
export function faultIn(text: string): number | undefined {
  if (text.length > LONGEST) return undefined;
  const open: string[] = [];
  let expected = "value";
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.trimEnd().length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text);
    if (!token) return at + (/^[ \t\r\n]*/.exec(text.slice(at)) as RegExpExecArray)[0].length;
    const [, mark, value = ""] = token;
    const next = step(open, expected, mark, value);
    if (next === undefined) return TOKEN.lastIndex - (mark ?? value).length;
    expected = next;
  }
  return undefined;
}

/** What may come after a token; undefined where the token may not stand there. `open` holds what is not closed yet. */
function step(open: string[], expected: string, mark: string | undefined, value: string): string | undefined {
  const after = () => (open.length === 0 ? "end" : "more");
  const inObject = open.at(-1) === "{";
  if (mark === undefined) {
    if (expected.startsWith("value")) return after();
    return expected.startsWith("name") && value.startsWith('"') ? "colon" : undefined;
  }
  if ((mark === "{" || mark === "[") && expected.startsWith("value")) {
    open.push(mark);
    return mark === "{" ? "name or end" : "value or end";
  }
  const closes = mark === (inObject ? "}" : "]") && (expected === "more" || expected.endsWith("or end"));
  if (closes && open.pop()) return after();
  if (mark === ":" && expected === "colon") return "value";
  return mark === "," && expected === "more" ? (inObject ? "name" : "value") : undefined;
}
