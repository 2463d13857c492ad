import { suggest } from "@postern/core";
import type { Fault } from "./fault.ts";

type Part =
  | { readonly text: string }
  | { readonly value: string }
  | { readonly open: string }
  | { readonly close: string };

/** A parsed template. */
export interface Template {
  readonly parts: readonly Part[];
  /** The placeholders used in it. */
  readonly names: ReadonlySet<string>;
}

/** `{{{{` is an escape for two braces. Spaces around a name are allowed. */
const MARK = /\{\{\{\{|\{\{([#/]?)([^{}\n]*)\}\}|\{\{/g;
const SURROUNDING_SPACES = /^[ \t]+|(?<![ \t])[ \t]+$/g;
const REST_OF_LINE = /[ \t]*(?:\r?\n|$)/y;
const MAX_FAULTS = 50;

/**
 * Parses `{{name}}` and sections `{{#name}} … {{/name}}`, which are rendered only if the name has a value. Only the
 * names in `known` are allowed.
 */
export function readTemplate(text: string, known: readonly string[]): { template: Template; faults: Fault[] } {
  const parts: Part[] = [];
  const names = new Set<string>();
  const faults: Fault[] = [];
  const open: { name: string; at: number }[] = [];
  const addFault = (at: number, code: string, message: string) => {
    if (faults.length < MAX_FAULTS) faults.push({ at, code, message });
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
    else if (!last) addFault(at, "section_not_open", `{{/${name}}} has no matching {{#${name}}}`);
    else addFault(at, "section_crossed", `{{/${last.name}}} must come before {{/${name}}}`);
  }

  for (const mark of text.matchAll(MARK)) {
    const { index: at } = mark;
    const [whole, kind, given] = mark;
    const name = given?.replace(SURROUNDING_SPACES, "");
    let before = text.slice(done, at);
    done = at + whole.length;
    if (name === undefined) {
      const isEscape = whole.length === 4;
      if (!isEscape)
        addFault(
          at,
          "unclosed_placeholder",
          "{{ has no matching }} on the same line; write {{{{ for two literal braces",
        );
      parts.push({ text: `${before}{{` });
      continue;
    }
    if (kind) {
      const lineEnd = endOfTagLine(text, before, at, done);
      if (lineEnd !== undefined) {
        before = before.slice(0, before.lastIndexOf("\n") + 1);
        done = lineEnd;
      }
    }
    if (before !== "") parts.push({ text: before });
    if (faults.length < MAX_FAULTS && !known.includes(name)) addFault(at, "unknown_placeholder", unknown(name, known));
    names.add(name);
    if (kind) section(kind, name, at);
    else parts.push({ value: name });
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  for (const { name, at } of open) addFault(at, "section_not_closed", `{{#${name}}} has no matching {{/${name}}}`);
  return { template: { parts, names }, faults };
}

/** The end of the line if it contains nothing but a section tag, so that the whole line can be removed. */
function endOfTagLine(text: string, before: string, at: number, end: number): number | undefined {
  const lineStart = before.lastIndexOf("\n") + 1;
  const beganHere = lineStart > 0 || at === before.length || text[at - before.length - 1] === "\n";
  if (!beganHere || before.slice(lineStart).trim() !== "") return undefined;
  REST_OF_LINE.lastIndex = end;
  return REST_OF_LINE.test(text) ? REST_OF_LINE.lastIndex : undefined;
}

function unknown(name: string, known: readonly string[]): string {
  const shown = name.length > 64 ? `${name.slice(0, 64)}…` : name;
  const [suggestion] = suggest(name, known);
  if (suggestion !== undefined) return `Unknown placeholder ${shown}; did you mean ${suggestion}?`;
  const hint = name.startsWith("input.")
    ? "; declare it in inputs of profile.json"
    : `; available: ${known.join(", ")}`;
  return `Unknown placeholder ${shown}${hint}`;
}

/**
 * Renders a template. Placeholders inside values are not expanded. Returns undefined if the text would be longer than
 * `most`.
 */
export function render({ parts }: Template, values: ReadonlyMap<string, string>, most: number): string | undefined {
  const rendered: string[] = [];
  let length = 0;
  let depth = 0;
  /** Depth of the outermost omitted section. */
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
