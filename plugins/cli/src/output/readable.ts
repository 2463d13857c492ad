import { tableOf } from "./table.ts";

/** An answer as a person reads it: a list as a table, a thing as a block, a plan with the way to do it. */
export function readable(body: unknown, columns: number): string {
  const answer = (body ?? {}) as Record<string, unknown>;
  if (answer.dryRun === true) return planText(answer as { plan: Record<string, unknown>; digest: string });
  const list = listIn(answer);
  if (list) return listText(answer, list, columns);
  const things = Object.entries(answer);
  const [only] = things;
  if (things.length === 1 && only && isObject(only[1])) return block(only[1], "");
  return block(answer, "");
}

function listIn(answer: Record<string, unknown>): readonly Record<string, unknown>[] | undefined {
  const lists = Object.values(answer).filter((value) => Array.isArray(value) && value.every(isObject));
  return lists.length === 1 ? (lists[0] as Record<string, unknown>[]) : undefined;
}

const PAGING = ["total", "totalCapped", "limit", "offset", "nextOffset"];

function listText(answer: Record<string, unknown>, items: readonly Record<string, unknown>[], columns: number): string {
  const { total, totalCapped, nextOffset } = answer;
  const rest = Object.entries(answer).filter(([name, value]) => value !== items && !PAGING.includes(name));
  const more = nextOffset === undefined ? "" : `; more with --offset ${nextOffset}`;
  const count = total === undefined ? "" : `${items.length} of ${total}${totalCapped ? " or more" : ""}${more}\n`;
  return `${block(Object.fromEntries(rest), "")}${tableOf(items, columns)}${count}`;
}

function planText({ plan, digest }: { plan: Record<string, unknown>; digest: string }): string {
  const { summary, ...rest } = plan;
  return `Plan: ${summary}\n${block(rest, "  ")}Nothing was done. Do it with --execute, or exactly this with --execute --plan ${digest}\n`;
}

/** Names and values below each other. */
function block(thing: object, indent: string): string {
  return Object.entries(thing)
    .map(([name, value]) => {
      if (isObject(value) && Object.keys(value).length > 0) return `${indent}${name}:\n${block(value, `${indent}  `)}`;
      return `${indent}${name}: ${textOf(name, value)}\n`;
    })
    .join("");
}

/** A value in a line; a moment in time as its date. */
export function textOf(name: string, value: unknown): string {
  if (typeof value === "number" && /At$|^at$|lastActivity/.test(name)) return new Date(value).toISOString();
  if (typeof value === "string") return plain(value);
  return value === undefined ? "" : plain(JSON.stringify(value));
}

/** Without what a terminal would take for a command. */
const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
