import { RenderedInputTooLarge, TemplatePathUnknown } from "./errors.ts";
import { isReference, MAX_DEPTH, partsOfText, pointerTo } from "./template.ts";

/** The values that templates refer to, by the first part of their paths: `run`, `event`. */
export type TemplateScope = Readonly<Record<string, unknown>>;

/** Maximum size of a rendered input, counted as JSON. */
const MAX_CHARACTERS = 2 ** 20;

interface Rendering {
  readonly scope: TemplateScope;
  /** Characters that are left. */
  left: number;
}

/**
 * The input with the values of its templates. Values are not rendered again, whatever they contain. Throws
 * `gateway.template_path_unknown` or `gateway.rendered_input_too_large`.
 */
export function renderInput(input: Readonly<Record<string, unknown>>, scope: TemplateScope): Record<string, unknown> {
  return render({ scope, left: MAX_CHARACTERS }, input, "", 0) as Record<string, unknown>;
}

function render(to: Rendering, value: unknown, field: string, depth: number): unknown {
  if (typeof value === "string") return renderText(to, value, field);
  if (isReference(value)) return counted(to, valueAt(to.scope, String(value.$), field), depth);
  return mapped(to, value, depth, (inner, member) => render(to, inner, pointerTo(field, member), depth + 1));
}

/** The text with the values of its paths. Texts, numbers and booleans are inserted as they are, others as JSON. */
function renderText(to: Rendering, text: string, field: string): string {
  const parts = partsOfText(text) ?? [{ text }];
  const rendered = parts.map((part) => {
    const found = "text" in part ? part.text : textOf(valueAt(to.scope, part.path, field));
    spend(to, found.length);
    return found;
  });
  return rendered.join("");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** A value as it is. Only its size and depth are counted. */
function counted(to: Rendering, value: unknown, depth: number): unknown {
  if (typeof value === "string") {
    spend(to, value.length);
    return value;
  }
  return mapped(to, value, depth, (inner) => counted(to, inner, depth + 1));
}

function mapped(
  to: Rendering,
  value: unknown,
  depth: number,
  next: (inner: unknown, member: string | number) => unknown,
): unknown {
  spend(to, 4);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) throw RenderedInputTooLarge({ unit: "levels", limit: MAX_DEPTH });
  if (Array.isArray(value)) return value.map(next);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      spend(to, name.length);
      return [name, next(inner, name)];
    }),
  );
}

/** The value at a path of own members and indexes. Members that every object inherits are not among them. */
function valueAt(scope: TemplateScope, path: string, field: string): unknown {
  let value: unknown = scope;
  for (const segment of path.split(".")) {
    const isMember = typeof value === "object" && value !== null && isOwn(value, segment);
    value = isMember ? (value as Record<string, unknown>)[segment] : undefined;
    if (value === undefined) throw TemplatePathUnknown({ path: path.slice(0, 500), field });
  }
  return value;
}

const isOwn = (value: object, name: string): boolean =>
  Array.isArray(value) ? /^(0|[1-9][0-9]{0,9})$/.test(name) && Object.hasOwn(value, name) : Object.hasOwn(value, name);

function spend(to: Rendering, characters: number): void {
  to.left -= characters;
  if (to.left < 0) throw RenderedInputTooLarge({ unit: "characters", limit: MAX_CHARACTERS });
}
