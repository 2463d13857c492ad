import cliTruncate from "cli-truncate";
import stringWidth from "string-width";
import { plain, textOf } from "./plain.ts";

const GAP = 2;
const NARROWEST = 8;

type Thing = Readonly<Record<string, unknown>>;

/** Items as rows, with the columns that fit the terminal, none wider than a third of it. */
export function tableOf(things: readonly Thing[], columns: number): string {
  if (things.length === 0) return "(none)\n";
  const items = things.map(spread);
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((name) =>
    items.some((item) => isFlat(item[name])),
  );
  const rows = items.map((item) =>
    names.map((name) => (isFlat(item[name]) ? textOf(name, item[name]).replaceAll(/\s+/g, " ") : "")),
  );
  const widths = names.map((name, at) =>
    Math.max(...[name, ...rows.map((row) => row[at] ?? "")].map((text) => stringWidth(text))),
  );
  const shown = fitting(widths, columns);
  const line = (cells: readonly string[]) =>
    shown
      .map((width, at) => padded(cliTruncate(cells[at] ?? "", width), width))
      .join(" ".repeat(GAP))
      .trimEnd();
  return `${[names.map(plain), ...rows].map(line).join("\n")}\n`;
}

/** Members of nested objects come last, with names such as `values.company`. */
function spread(item: Thing): Thing {
  const inner = Object.entries(item).filter(([, value]) => isThing(value));
  if (inner.length === 0) return item;
  const members = inner.flatMap(([name, value]) =>
    Object.entries(value as Thing).map(([member, nested]) => [`${name}.${member}`, nested] as const),
  );
  return { ...item, ...Object.fromEntries(members) };
}

const isThing = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

/** The widths of the columns that fit. */
function fitting(widths: readonly number[], columns: number): number[] {
  const shown: number[] = [];
  let left = columns;
  for (const width of widths) {
    // The first column is usually an id, which is useless if truncated.
    const wanted = shown.length === 0 ? width : Math.min(width, Math.floor(columns / 3));
    if (left < Math.min(wanted, NARROWEST)) break;
    const taken = Math.min(wanted, left);
    shown.push(taken);
    left -= taken + GAP;
  }
  return shown;
}

const isFlat = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((item) => typeof item === "string") : typeof value !== "object";

const padded = (text: string, width: number): string => text + " ".repeat(width - stringWidth(text));
