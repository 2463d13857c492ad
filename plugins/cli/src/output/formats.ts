import { isThing } from "./cell.ts";
import type { Display } from "./display.ts";
import { type FoundList, isThings } from "./list-in.ts";

type Thing = Readonly<Record<string, unknown>>;

/** A response in a format for programs. Each library is loaded only for its format. */
export async function formatted(
  text: string,
  answer: Thing,
  list: FoundList | undefined,
  format: Display["format"],
): Promise<string> {
  const items = list?.items ?? thingsIn(answer);
  switch (format) {
    case "jsonl":
      return lines(items.map((item) => JSON.stringify(item)));
    case "name":
      return lines(items.map((item) => nameOf(item, list)));
    case "yaml":
      return (await import("yaml")).stringify(answer);
    case "csv":
      return csvOf(items, list);
    default:
      return `${text}\n`;
  }
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join("");

/** What a response is about: its first member that is a thing, such as `{ "chat": { … } }`, or a list of things. */
function thingsIn(answer: Thing): readonly Thing[] {
  const values = Object.values(answer);
  const [first] = values;
  return isThings(first) ? first : [values.find(isThing) ?? answer];
}

/** What identifies an item: its id, or what the first column shows. */
function nameOf(item: Thing, list?: FoundList): string {
  const [{ member } = { member: "" }] = list?.columns ?? [];
  const value = item.id ?? item[member] ?? Object.values(item)[0] ?? "";
  if (isThing(value) && value.id !== undefined) return String(value.id);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Nested members have names such as `values.company`; what is not text, a number or a boolean is JSON. A list has a column
 * for each member, also if no item has it, so that the header does not depend on the data.
 */
async function csvOf(items: readonly Thing[], list: FoundList | undefined): Promise<string> {
  const { stringify } = await import("csv-stringify/sync");
  const rows = items.map(flat);
  const found = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const named = (list?.members ?? []).flatMap((member) => {
    const nested = found.filter((name) => name.startsWith(`${member}.`));
    return nested.length > 0 ? nested : [member];
  });
  const columns = [...new Set([...named, ...found])];
  const cells = rows.map((row) => columns.map((name) => cell(row[name])));
  return stringify([columns, ...cells], { record_delimiter: "\r\n" });
}

const flat = (item: Thing): Thing =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([member, nested]) => [`${name}.${member}`, nested])
        : [[name, value]],
    ),
  );

const cell = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
