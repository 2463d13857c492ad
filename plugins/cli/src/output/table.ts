import type { Column } from "@postern/core/paging";
import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import { cellText, isThing } from "./cell.ts";
import { statusColor } from "./color.ts";
import type { Display } from "./display.ts";
import { plain } from "./plain.ts";
import { shortenIds } from "./short-ids.ts";

const GAP = 2;
/** Text is not cut below this many characters: another column is left out instead. */
const NARROWEST = { text: 24, plain: 12 } as const;
const ABSENT = "-";

type Thing = Readonly<Record<string, unknown>>;

interface Shown extends Column {
  readonly texts: readonly string[];
  readonly natural: number;
  readonly least: number;
  width: number;
}

/** Items as rows below the names of their columns. In a narrow terminal columns are left out and texts are cut. */
export function tableOf(items: readonly Thing[], columns: readonly Column[], display: Display): string {
  const shown = fitted(
    columns.flatMap((column) => spread(column, items, display)),
    display.width,
  );
  const line = (cells: readonly string[]) => cells.join(" ".repeat(GAP)).trimEnd();
  const cell = (column: Shown, text: string) => padded(cut(text, column.width), column.width);
  const head = line(shown.map((column) => display.paint("bold", cell(column, plain(column.member)))));
  const rows = items.map((_, at) =>
    line(shown.map((column) => painted(column, cell, column.texts[at] ?? "", display))),
  );
  return `${[head, ...rows].join("\n")}\n`;
}

/** A column of members becomes one column for each of their names, the first of which is left out last. */
function spread(column: Column, items: readonly Thing[], display: Display): Shown[] {
  const { member, renderer, priority } = column;
  if (renderer !== "members")
    return [
      measured(
        column,
        items.map((item) => item[member]),
        display,
      ),
    ];
  const values = items.map((item) => (isThing(item[member]) ? (item[member] as Thing) : {}));
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))];
  return names.map((name, at) => {
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
  const natural = Math.max(stringWidth(plain(column.member)), ...texts.map((text) => stringWidth(text)));
  const least = column.renderer === "text" ? NARROWEST.text : column.renderer === "plain" ? NARROWEST.plain : natural;
  return { ...column, texts, natural, least: Math.min(natural, least), width: natural };
}

/** Leaves out columns until the least widths fit, then gives the rest of the line to the columns that were cut. */
function fitted(columns: Shown[], width: number): Shown[] {
  const kept = [...columns];
  const total = (of: "least" | "width") => kept.reduce((sum, column) => sum + column[of] + GAP, -GAP);
  while (kept.length > 1 && total("least") > width) {
    const lowest = Math.max(...kept.slice(1).map(({ priority }) => priority));
    kept.splice(
      kept.findLastIndex(({ priority }, at) => at > 0 && priority === lowest),
      1,
    );
  }
  while (total("width") > width) {
    const widest = kept.filter((one) => one.width > one.least).sort((one, other) => other.width - one.width)[0];
    if (!widest) break;
    const next = kept.filter((one) => one !== widest && one.width > one.least).map((one) => one.width);
    const target = Math.max(widest.least, ...next.filter((one) => one < widest.width), 0);
    widest.width = Math.max(
      target === widest.width ? widest.width - 1 : target,
      widest.width - (total("width") - width),
    );
  }
  const [first] = kept;
  if (first && first.width > width) first.width = Math.max(width, 1);
  return kept;
}

const cut = (text: string, width: number): string => (stringWidth(text) > width ? cliTruncate(text, width) : text);
const padded = (text: string, width: number): string => text + " ".repeat(Math.max(width - stringWidth(text), 0));

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
