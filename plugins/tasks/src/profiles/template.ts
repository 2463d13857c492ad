import { suggest } from "@postern/core";
import type { Fault } from "./fault.ts";

type Part =
  | { readonly text: string }
  | { readonly value: string }
  | { readonly open: string }
  | { readonly close: string };

/** A template that was read. */
export interface Template {
  readonly parts: readonly Part[];
  /** The placeholders in it. */
  readonly names: ReadonlySet<string>;
}

/** `{{{{` stands for two braces; a name may have blanks around it. */
const MARK = /\{\{\{\{|\{\{([#/]?)([^{}\n]*)\}\}|\{\{/g;
const BLANKS_AROUND = /^[ \t]+|(?<![ \t])[ \t]+$/g;
const REST_OF_LINE = /[ \t]*(?:\r?\n|$)/y;
const MOST_FAULTS = 50;

/**
 * Reads `{{name}}`, and `{{#name}} … {{/name}}`, which is shown only where the name has a value. Names are those in
 * `known` and no others; whatever is wrong is a fault at its place.
 */
export function readTemplate(text: string, known: readonly string[]): { template: Template; faults: Fault[] } {
  const parts: Part[] = [];
  const names = new Set<string>();
  const faults: Fault[] = [];
  const open: { name: string; at: number }[] = [];
  const complain = (at: number, code: string, message: string) => {
    if (faults.length < MOST_FAULTS) faults.push({ at, code, message });
  };
  let done = 0;

  function section(kind: string, name: string, at: number): void {
    if (kind === "#") {
      open.push({ name, at });
      parts.push({ open: name });
      return;
    }
    const last = open.pop();
    if (last?.name === name) parts.push({ close: name });
    else if (!last) complain(at, "section_not_open", `{{/${name}}} ends a section that no {{#${name}}} begins`);
    else complain(at, "section_crossed", `{{/${name}}} stands where {{/${last.name}}} must come first`);
  }

  for (const mark of text.matchAll(MARK)) {
    const { index: at } = mark;
    const [whole, kind, given] = mark;
    const name = given?.replace(BLANKS_AROUND, "");
    let before = text.slice(done, at);
    done = at + whole.length;
    if (name === undefined) {
      const isEscape = whole.length === 4;
      if (!isEscape) complain(at, "unclosed_placeholder", "{{ without }} on its line; two braces are written {{{{");
      parts.push({ text: `${before}{{` });
      continue;
    }
    if (kind) {
      const alone = aloneOnLine(text, before, at, done);
      if (alone !== undefined) {
        before = before.slice(0, before.lastIndexOf("\n") + 1);
        done = alone;
      }
    }
    if (before !== "") parts.push({ text: before });
    if (faults.length < MOST_FAULTS && !known.includes(name)) complain(at, "unknown_placeholder", unknown(name, known));
    names.add(name);
    if (kind) section(kind, name, at);
    else parts.push({ value: name });
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  for (const { name, at } of open) complain(at, "section_not_closed", `{{#${name}}} has no {{/${name}}}`);
  return { template: { parts, names }, faults };
}

/** Where the line ends that holds nothing but a section's mark, which then leaves no blank line behind. */
function aloneOnLine(text: string, before: string, at: number, end: number): number | undefined {
  const lineStart = before.lastIndexOf("\n") + 1;
  const beganHere = lineStart > 0 || at === before.length || text[at - before.length - 1] === "\n";
  if (!beganHere || before.slice(lineStart).trim() !== "") return undefined;
  REST_OF_LINE.lastIndex = end;
  return REST_OF_LINE.test(text) ? REST_OF_LINE.lastIndex : undefined;
}

function unknown(name: string, known: readonly string[]): string {
  const shown = name.length > 64 ? `${name.slice(0, 64)}…` : name;
  const [meant] = suggest(name, known);
  if (meant !== undefined) return `There is no placeholder ${shown}; did you mean ${meant}?`;
  const hint = name.startsWith("input.")
    ? "; declare it under inputs in profile.json"
    : `; there are ${known.join(", ")}`;
  return `There is no placeholder ${shown}${hint}`;
}

/**
 * Fills in the values, once: what looks like a placeholder within a value stays as it is. Undefined when the text would
 * be longer than `most`.
 */
export function render({ parts }: Template, values: ReadonlyMap<string, string>, most: number): string | undefined {
  const rendered: string[] = [];
  let length = 0;
  let depth = 0;
  /** How deep the outermost section stands that is left out. */
  let hidden = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    if ("open" in part) {
      depth++;
      if (!values.get(part.open)) hidden = Math.min(hidden, depth);
    } else if ("close" in part) {
      if (hidden === depth) hidden = Number.POSITIVE_INFINITY;
      depth--;
    } else if (hidden > depth) {
      const text = "text" in part ? part.text : (values.get(part.value) ?? "");
      length += text.length;
      if (length > most) return undefined;
      rendered.push(text);
    }
  }
  return rendered.join("");
}
