import type { BoardView, Renderer } from "@postern/core/presentation";
import type { Thing } from "../cell.ts";
import { cellText, isThing } from "../cell.ts";
import { statusColor } from "../color.ts";
import type { Display } from "../display.ts";
import { beside, cut, packed, wrapped } from "../fit.ts";
import { thingsIn } from "../list-in.ts";
import { shortenIds } from "../short-ids.ts";
import { tableOf } from "../table.ts";

const GAP = "  ";
/** A column is not narrower than this: the others are shown below instead. */
const NARROWEST = 18;
/** Lines of a title. */
const LINES = 2;

/** Columns beside each other; in a narrow terminal in several rows, and for a program one below the other. */
export function boardText(answer: Thing, view: BoardView, display: Display): string {
  const columns = thingsIn(answer[view.columns]);
  if (columns.length === 0) return "";
  if (!Number.isFinite(display.width)) return columns.map((column) => listed(column, view, display)).join("\n");
  const most = Math.max(1, Math.floor((display.width + GAP.length) / (NARROWEST + GAP.length)));
  const count = Math.ceil(columns.length / Math.ceil(columns.length / most));
  const width = Math.floor((display.width + GAP.length) / count) - GAP.length;
  const shorten = shortenIds(columns.flatMap((column) => idsIn(column, view)));
  const blocks = columns.map((column) => blockOf(column, view, display, width, shorten));
  const rows = Array.from({ length: Math.ceil(blocks.length / count) }, (_, at) =>
    beside(blocks.slice(at * count, (at + 1) * count), width, GAP)
      .join("\n")
      .trimEnd(),
  );
  return `${rows.join("\n\n")}\n`;
}

/** The cards of all columns, for formats that list things. */
export const boardItems = (answer: Thing, view: BoardView): Thing[] =>
  thingsIn(answer[view.columns]).flatMap((column) => thingsIn(column[view.cards]));

const idsIn = (column: Thing, { cards, details }: BoardView): string[] =>
  thingsIn(column[cards]).flatMap((card) =>
    Object.entries(details)
      .filter(([, renderer]) => renderer === "id")
      .map(([member]) => String(card[member])),
  );

function headOf(column: Thing, view: BoardView, { paint, isBrief }: Display): string {
  const name = cellText(column[view.name], "plain", { isBrief });
  return `${paint("bold", name)} ${paint("dim", `(${cellText(column[view.total], "plain", { isBrief })})`)}`;
}

/** What is not shown of a column. */
function restOf(column: Thing, view: BoardView): string | undefined {
  const left = Number(column[view.total]) - thingsIn(column[view.cards]).length;
  return left > 0 ? `… ${left} more` : undefined;
}

function blockOf(
  column: Thing,
  view: BoardView,
  display: Display,
  width: number,
  shorten: (text: string) => string,
): string[] {
  const { paint } = display;
  const rest = restOf(column, view);
  return [
    cut(headOf(column, view, display), width),
    paint("dim", "─".repeat(width)),
    ...thingsIn(column[view.cards]).flatMap((card) => [...cardOf(card, view, display, width, shorten), ""]),
    ...(rest === undefined ? [] : [paint("dim", cut(rest, width))]),
  ];
}

function cardOf(
  card: Thing,
  { title, details, overdue }: BoardView,
  display: Display,
  width: number,
  shorten: (text: string) => string,
): string[] {
  const { paint } = display;
  const isLate = overdue !== undefined && card[overdue] === true;
  const marks = Object.entries(details).flatMap(([member, renderer]) => {
    const text = cellText(card[member], renderer as Renderer, display);
    if (text === "") return [];
    const isTime = renderer === "time" || renderer === "ago";
    if (isTime && isLate) return [paint("red", cut("overdue", width)), paint("red", cut(text, width))];
    const color = renderer === "status" ? statusColor(text) : "dim";
    const shown = cut(renderer === "id" ? shorten(text) : text, width);
    return [color === undefined ? shown : paint(color, shown)];
  });
  return [...wrapped(cellText(card[title], "text", display), width, LINES), ...packed(marks, width, GAP)];
}

/** A column as a table, uncut. */
function listed(column: Thing, view: BoardView, display: Display): string {
  const cards = thingsIn(column[view.cards]);
  const { overdue } = view;
  const columns = [
    ...Object.entries(view.details).filter(([, renderer]) => renderer === "id"),
    [view.title, "text"] as const,
    ...Object.entries(view.details).filter(([, renderer]) => renderer !== "id"),
    ...(overdue === undefined ? [] : [[overdue, "plain"] as const]),
  ].map(([member, renderer]) => ({ member, renderer: renderer as Renderer, priority: 0 }));
  const shown = cards.map((card) =>
    overdue !== undefined && isThing(card) && card[overdue] === false ? { ...card, [overdue]: undefined } : card,
  );
  const used = columns.filter(({ member }) => shown.some((card) => (card as Thing)[member] !== undefined));
  const table = cards.length === 0 ? "" : tableOf(shown as Thing[], used, display).text.replaceAll(/^(?=.)/gm, GAP);
  const rest = restOf(column, view);
  return `${headOf(column, view, display)}\n${table}${rest === undefined ? "" : `${GAP}${rest}\n`}`;
}
