import { type Column, presentationOf } from "@postern/core/presentation";
import { isThing, rendererOf, timeText, valueText } from "./cell.ts";
import { statusColor } from "./color.ts";
import type { Display } from "./display.ts";
import { wrapped } from "./fit.ts";
import { allColumns, columnsFor, isThings } from "./list-in.ts";
import { plain } from "./plain.ts";
import { tableOf } from "./table.ts";
import { isWider } from "./width.ts";

/** A list of strings is printed one per line if one of them is longer than this and has spaces. */
const MAX_WORD_LENGTH = 40;

type Thing = Readonly<Record<string, unknown>>;
interface Schema {
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
}

/**
 * Names and values, one per line and nested as in the JSON; text with several lines is indented below its name. A list
 * with columns is a table. Members that the schema hides are for programs.
 */
export function block(thing: Thing, display: Display, schema: Schema = {}, indent = ""): string {
  const deeper = `${indent}  `;
  return Object.entries(thing)
    .filter(([name, value]) => !isEmpty(name, value) && !presentationOf(schema.properties?.[name]).hidden)
    .map(([name, value]) => {
      const inner = schema.properties?.[name];
      const label = `${indent}${display.paint("bold", plain(name))}:`;
      if (isThing(value) && Object.keys(value).length > 0) return `${label}\n${block(value, display, inner, deeper)}`;
      const { columns } = presentationOf(inner);
      if (isThings(value) && columns) return `${label}\n${nestedTable(value, columns, display, deeper)}`;
      if (isThings(value)) {
        const items = value.map((item) => block(item, display, inner?.items, `${deeper}  `));
        return `${label}\n${items.map((text) => marked(text, deeper)).join("")}`;
      }
      const whole = isLong(value) ? value.map(plain).join("\n") : scalar(name, value, display);
      const text = fitted(whole, {
        first: display.width - `${indent}${name}: `.length,
        next: display.width - deeper.length,
      });
      return text.includes("\n")
        ? `${label}\n${deeper}${text.replaceAll("\n", `\n${deeper}`)}\n`
        : `${label} ${text}\n`.replace(/ +\n$/, "\n");
    })
    .join("");
}

function nestedTable(items: readonly Thing[], declared: readonly Column[], display: Display, indent: string): string {
  const columns = columnsFor(items, declared);
  const all = display.format === "wide" ? allColumns(items, columns) : columns;
  const { text } = tableOf(items, all, { ...display, width: display.width - indent.length }, { wraps: true });
  return text.replaceAll(/^/gm, indent).slice(0, -indent.length);
}

/** A sentence that does not fit behind its name stands below it, in lines broken between words. */
function fitted(text: string, { first, next }: { first: number; next: number }): string {
  const words = text.split(" ");
  if (text.includes("\n") || !isWider(text, first) || words.length === 1) return text;
  return words.some((word) => isWider(word, next)) ? text : wrapped(text, next).join("\n");
}

function scalar(name: string, value: unknown, { isBrief, paint }: Display): string {
  if (rendererOf(name, value) === "time") return timeText(value, isBrief);
  const text = valueText(value);
  const color = /^(status|state|health)$/i.test(name) ? statusColor(text) : undefined;
  return color ? paint(color, text) : text;
}

/** Empty values are for programs and are not shown. */
function isEmpty(name: string, value: unknown): boolean {
  if (value === "" || value === null || (value === 0 && name.endsWith("At"))) return true;
  if (Array.isArray(value)) return value.length === 0;
  const members = isThing(value) ? Object.entries(value) : [];
  return members.length > 0 && members.every(([inner, nested]) => isEmpty(inner, nested));
}

/** Marks the first line of an item. */
const marked = (text: string, indent: string): string => `${indent}- ${text.slice(indent.length + 2)}`;

/** Strings that are lines rather than words. */
const isLong = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 1 &&
  value.every((item) => typeof item === "string") &&
  value.some((item) => item.length > MAX_WORD_LENGTH && item.includes(" "));
