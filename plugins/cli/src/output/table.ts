import { textOf } from "./readable.ts";

const GAP = 2;
const NARROWEST = 8;

/** Items as rows: the columns that fit the terminal, each no wider than it needs. */
export function tableOf(items: readonly Record<string, unknown>[], columns: number): string {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((name) =>
    items.some((item) => !isDeep(item[name])),
  );
  const rows = items.map((item) =>
    names.map((name) => textOf(name, isDeep(item[name]) ? undefined : item[name]).replaceAll("\n", " ")),
  );
  const widths = names.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const shown = fitting(widths, columns);
  const line = (cells: readonly string[]) =>
    shown
      .map((width, at) => cut(cells[at] ?? "", width).padEnd(width))
      .join(" ".repeat(GAP))
      .trimEnd();
  if (items.length === 0) return "(none)\n";
  return `${[line(names.map((name) => name)), ...rows.map(line)].join("\n")}\n`;
}

/** The widths of the columns that there is room for; the last one may be cut short. */
function fitting(widths: readonly number[], columns: number): number[] {
  const shown: number[] = [];
  let left = columns;
  for (const width of widths) {
    if (left < NARROWEST) break;
    const taken = Math.min(width, left, Math.max(NARROWEST, Math.floor(columns / 3)));
    shown.push(taken);
    left -= taken + GAP;
  }
  return shown;
}

const isDeep = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !(Array.isArray(value) && value.every((item) => typeof item === "string"));

const cut = (text: string, width: number): string => (text.length <= width ? text : `${text.slice(0, width - 1)}…`);
