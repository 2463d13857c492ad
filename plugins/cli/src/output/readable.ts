import type { OperationEntry } from "@postern/core";
import { plain, textOf } from "./plain.ts";
import { tableOf } from "./table.ts";

/** A list of strings is printed one per line if one of them is longer than this and has spaces. */
const MAX_WORD_LENGTH = 40;

type Thing = Readonly<Record<string, unknown>>;

/** Formats a response: a list as a table, an object as a block, a plan with the way to execute it. */
export function readable(answer: Thing, operation: Pick<OperationEntry, "dryRun">, columns: number): string {
  if (answer.dryRun === true) {
    const planned = answer as { plan: Thing; digest: string };
    return `${planText(planned)}${howToExecute(planned, operation)}`;
  }
  const list = listIn(answer);
  if (list) return listText(answer, list, columns);
  const [only, ...others] = Object.values(answer);
  if (others.length === 0 && isTexts(only)) return only.length === 0 ? "(none)\n" : `${plain(only.join("\n"))}\n`;
  return block(others.length === 0 && isThing(only) ? only : answer, "");
}

/** The only list of objects in a response. */
function listIn(answer: Thing): { name: string; items: readonly Thing[] } | undefined {
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value) && value.every(isThing));
  const [[name, items] = []] = lists;
  return lists.length === 1 && name !== undefined ? { name, items: items as Thing[] } : undefined;
}

function listText(answer: Thing, { name, items }: { name: string; items: readonly Thing[] }, columns: number): string {
  const { [name]: _, total, totalCapped, limit, offset, nextOffset, ...rest } = answer;
  const more = nextOffset === undefined ? "" : ` (for more, use --offset ${nextOffset})`;
  const count = total === undefined ? "" : `${items.length} of ${total}${totalCapped ? " or more" : ""}${more}\n`;
  return `${block(rest, "")}${tableOf(items, columns)}${count}`;
}

export function planText({ plan: { summary, ...rest } }: { plan: Thing }): string {
  return `Plan: ${plain(String(summary))}\n${block(rest, "  ")}`;
}

function howToExecute({ digest }: { digest: string }, { dryRun }: Pick<OperationEntry, "dryRun">): string {
  const how =
    dryRun === "never"
      ? `Remove --dry-run to execute, or replace it with --plan ${digest} to execute exactly this plan`
      : `Add --execute to execute, or --execute --plan ${digest} to execute exactly this plan`;
  return `Nothing was changed. ${how}\n`;
}

/** Names and values, one per line; a value with several lines is indented below its name. */
function block(thing: Thing, indent: string): string {
  const deeper = `${indent}  `;
  return Object.entries(thing)
    .filter(([name, value]) => !isEmpty(name, value))
    .map(([name, value]) => {
      const label = `${indent}${plain(name)}:`;
      if (isThing(value) && Object.keys(value).length > 0) return `${label}\n${block(value, deeper)}`;
      if (isThings(value))
        return `${label}\n${value.map((item) => marked(block(item, `${deeper}  `), deeper)).join("")}`;
      const text = isLong(value) ? value.map(plain).join("\n") : textOf(name, value);
      return text.includes("\n")
        ? `${label}\n${deeper}${text.replaceAll("\n", `\n${deeper}`)}\n`
        : `${label} ${text}\n`;
    })
    .join("");
}

/** Empty values are meant for programs and are not shown. */
function isEmpty(name: string, value: unknown): boolean {
  if (value === "" || (value === 0 && name.endsWith("At"))) return true;
  const members = isThing(value) ? Object.entries(value) : [];
  return members.length > 0 && members.every(([inner, nested]) => isEmpty(inner, nested));
}

/** Marks the first line of an item. */
const marked = (text: string, indent: string): string => `${indent}- ${text.slice(indent.length + 2)}`;

const isThings = (value: unknown): value is readonly Thing[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isThing(item) && Object.keys(item).length > 0);
const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
/** Strings that are lines rather than words. */
const isLong = (value: unknown): value is readonly string[] =>
  isTexts(value) && value.length > 1 && value.some((item) => item.length > MAX_WORD_LENGTH && item.includes(" "));

const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);
