/** A text as written: literal parts, and paths between `{{` and `}}`. */
export type TextPart = { readonly text: string } | { readonly path: string };

/** Maximum nesting of an input, before and after its templates are rendered. */
export const MAX_DEPTH = 64;

const SEGMENT = /^[^\s.{}]+$/;

/** Why a path is not one; undefined if it is. */
export function faultOfPath(path: string, roots: readonly string[]): string | undefined {
  const segments = path.split(".");
  if (path.length > 500 || !segments.every((segment) => SEGMENT.test(segment)))
    return `must contain paths like ${roots[0]}.id, but ${JSON.stringify(path.slice(0, 100))} is not one`;
  if (!roots.includes(segments[0] as string))
    return `must refer to ${roots.join(" or ")}, but "${path.slice(0, 100)}" begins with "${segments[0]?.slice(0, 50)}"`;
  return undefined;
}

/** The parts of a text. Undefined if a `{{` is not closed. `{{{{` is a literal `{{`. */
export function partsOfText(text: string): TextPart[] | undefined {
  const parts: TextPart[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("{{", at);
    if (open < 0) break;
    if (open > at) parts.push({ text: text.slice(at, open) });
    if (text.startsWith("{{", open + 2)) {
      parts.push({ text: "{{" });
      at = open + 4;
      continue;
    }
    const close = text.indexOf("}}", open + 2);
    if (close < 0) return undefined;
    parts.push({ path: text.slice(open + 2, close).trim() });
    at = close + 2;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** Whether the value is `{ "$": … }`, which stands for another value. */
export function isReference(value: unknown): value is { readonly $: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return names.length === 1 && names[0] === "$";
}

/** A JSON pointer to a member below another. */
export const pointerTo = (field: string, member: string | number): string =>
  `${field}/${String(member).slice(0, 100).replaceAll("~", "~0").replaceAll("/", "~1")}`;
