import type { Column } from "@postern/core/presentation";
import { cellText, isThing } from "./cell.ts";
import { statusColor } from "./color.ts";
import type { Display } from "./display.ts";
import { cut, padded, wrapped } from "./fit.ts";
import { type ListColumn, namesIn } from "./list-in.ts";
import { plain } from "./plain.ts";
import { shortenIds } from "./short-ids.ts";
import { isWider, widthOf } from "./width.ts";

const GAP = 2;
/** A column is not cut below this many characters: another column is left out instead, if it may be. */
const NARROWEST = { text: 24, plain: 12, always: 8 } as const;
const ABSENT = "-";
/** In a pipe, where nothing is cut, the others are not aligned with longer texts. */
const MAX_ALIGNED = 200;

type Thing = Readonly<Record<string, unknown>>;

interface Shown extends Column {
  readonly texts: readonly string[];
  readonly natural: number;
  readonly least: number;
  width: number;
}

/**
 * Items as rows below the names of their columns. In a narrow terminal columns are left out and texts are cut, or
 * wrapped; a person does not see columns without any value.
 */
export function tableOf(
  items: readonly Thing[],
  columns: readonly ListColumn[],
  display: Display,
  { wraps = false } = {},
): { text: string; leftOut: number } {
  const all = columns.flatMap((column) => spread(column, items, display));
  const used = display.isBrief ? all.filter(({ priority, texts }) => priority === 0 || texts.some(isGiven)) : all;
  const shown = fitted(used, display.width);
  const line = (cells: readonly string[]) => cells.join(" ".repeat(GAP)).trimEnd();
  const isWhole = !Number.isFinite(display.width);
  const cell = (column: Shown, text: string) => padded(isWhole ? text : cut(text, column.width), column.width);
  const head = line(shown.map((column) => display.paint("bold", cell(column, plain(column.member)))));
  const linesOf = ({ renderer, width }: Shown, text: string) =>
    wraps && renderer === "text" ? wrapped(text, width) : [text];
  const rows = items.flatMap((_, at) => {
    const cells = shown.map((column) => linesOf(column, column.texts[at] ?? ""));
    return Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, part) =>
      line(shown.map((column, number) => painted(column, cell, cells[number]?.[part] ?? "", display))),
    );
  });
  return { text: `${[head, ...rows].join("\n")}\n`, leftOut: used.length - shown.length };
}

const isGiven = (text: string): boolean => text !== ABSENT;

/** A column of members becomes one column for each of their names, the first of which is left out last. */
function spread(column: ListColumn, items: readonly Thing[], display: Display): Shown[] {
  const { member, renderer, priority, within } = column;
  const thingIn = (item: Thing, name: string) => (isThing(item[name]) ? item[name] : {});
  if (renderer !== "members") {
    const from = within === undefined ? items : items.map((item) => thingIn(item, within));
    const values = from.map((item) => item[member]);
    return [measured(column, values, display)];
  }
  const values = items.map((item) => thingIn(item, member));
  return namesIn(values).map((name, at) => {
    const inner = { member: name, renderer: "text" as const, priority: priority + (at === 0 ? 0 : at + 1) };
    return measured(
      inner,
      values.map((value) => value[name]),
      display,
    );
  });
}

function measured(column: Column, values: readonly unknown[], display: Display): Shown {
  const full = values.map((value) => cellText(value, column.renderer, display));
  const shorten = column.renderer === "id" && display.isBrief ? shortenIds(full) : (text: string) => text;
  const texts = full.map((text) => shorten(text) || ABSENT);
  const aligned = texts.filter((text) => Number.isFinite(display.width) || !isWider(text, MAX_ALIGNED));
  const natural = Math.max(widthOf(plain(column.member)), ...aligned.map((text) => widthOf(text)));
  return { ...column, texts, natural, least: leastOf(column, natural), width: natural };
}

const leastOf = ({ renderer }: Column, natural: number): number =>
  Math.min(natural, renderer === "text" ? NARROWEST.text : renderer === "plain" ? NARROWEST.plain : natural);

/**
 * Leaves out columns until the least widths fit, then gives the rest of the line to the columns that were cut. If those
 * that are always shown do not fit, they are cut further.
 */
function fitted(columns: readonly Shown[], width: number): Shown[] {
  let kept = [...columns];
  const total = (of: "least" | "width") => kept.reduce((sum, column) => sum + column[of] + GAP, -GAP);
  while (total("least") > width) {
    const lowest = Math.max(...kept.map(({ priority }) => priority));
    if (lowest === 0) break;
    const last = kept.findLastIndex(({ priority }) => priority === lowest);
    kept.splice(last, 1);
  }
  if (total("least") > width)
    kept = kept.map((column) => ({ ...column, least: Math.min(column.least, NARROWEST.always) }));
  while (total("width") > width) {
    const [widest, next] = kept
      .filter((column) => column.width > column.least)
      .sort((one, other) => other.width - one.width);
    if (!widest) break;
    const excess = total("width") - width;
    const step = next === undefined || next.width === widest.width ? 1 : widest.width - next.width;
    widest.width = Math.max(widest.least, widest.width - Math.min(excess, step));
  }
  return kept;
}

function painted(
  column: Shown,
  cell: (column: Shown, text: string) => string,
  text: string,
  { paint }: Display,
): string {
  const shown = cell(column, text);
  if (text === ABSENT || column.renderer === "id" || column.renderer === "ago" || column.renderer === "time")
    return paint("dim", shown);
  const color = column.renderer === "status" ? statusColor(text) : undefined;
  return color ? paint(color, shown) : shown;
}
