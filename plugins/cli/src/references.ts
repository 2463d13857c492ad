import type { OperationEntry } from "@postern/core";
import type { Reference } from "@postern/core/presentation";
import { Exit, Refusal } from "./exit.ts";
import { type Flag, singular } from "./flags.ts";
import { plain } from "./output/plain.ts";
import { widthOf } from "./output/width.ts";
import type { Connection } from "./remote.ts";

type Thing = Readonly<Record<string, unknown>>;

/** An id made by a gateway, which needs no search. */
const WHOLE = /^[a-z]+[_-][0-9a-f]{24,}(@.*)?$/;
/** The digits of such an id, or the beginning of them. */
const PART = /^(?:[a-z]+[_-])?([0-9a-f]{4,})$/;
const MAX_SHOWN = 10;

/**
 * Replaces names and beginnings of ids in the fields that refer to other things by their ids, with one query each. A
 * value that a query cannot decide stays as it is, so that the operation reports it.
 */
export async function resolveReferences(
  flags: readonly Flag[],
  body: Record<string, unknown>,
  operations: readonly OperationEntry[],
  connection: Pick<Connection, "send">,
): Promise<void> {
  for (const flag of flags) {
    const value = body[flag.field];
    const { reference } = flag;
    if (reference === undefined || value === undefined) continue;
    const find = (text: unknown) =>
      typeof text === "string" ? findOne({ flag, reference, text, body, operations, connection }) : text;
    body[flag.field] = Array.isArray(value) ? await Promise.all(value.map(find)) : await find(value);
  }
}

interface Asked {
  readonly flag: Flag;
  readonly reference: Reference;
  readonly text: string;
  readonly body: Thing;
  readonly operations: readonly OperationEntry[];
  readonly connection: Pick<Connection, "send">;
}

async function findOne({ flag, reference, text, body, operations, connection }: Asked): Promise<string> {
  const list = operations.find(({ id }) => id === reference.list);
  if (!list || text === "" || WHOLE.test(text)) return text;
  const found = await itemsFor(list, reference, text, body, connection);
  if (!found) return text;
  const { id: member = "id", names = [] } = reference;
  const idOf = (item: Thing) => String(item[member]);
  const exact = found.items.find((item) => idOf(item) === text);
  if (exact) return text;
  const named = found.items.filter((item) => names.some((name) => fold(item[name]) === fold(text)));
  const matching = named.length > 0 ? named : found.items.filter((item) => startsWith(idOf(item), text));
  const [only, ...others] = matching;
  if (only && others.length === 0) return idOf(only);
  const command = `postern ${reference.list.replaceAll(".", " ")}`;
  if (only) throw new Refusal(ambiguous(flag, text, matching, reference));
  // The operation knows more than this list, for example aliases of its own.
  if (flag.pattern === undefined || new RegExp(flag.pattern, "u").test(text)) return text;
  throw new Refusal(
    `${found.title} ${JSON.stringify(text)} not found. List ${found.name} with "${command}".`,
    Exit.failed,
  );
}

interface FoundItems {
  /** The plural and the singular of what is listed. */
  readonly name: string;
  readonly title: string;
  readonly items: readonly Thing[];
}

/** The items that may be meant. Undefined if the caller may not list them or the list needs more than is known. */
async function itemsFor(
  list: OperationEntry,
  { names = [], input = {}, from = {} }: Reference,
  text: string,
  body: Thing,
  connection: Pick<Connection, "send">,
): Promise<FoundItems | undefined> {
  const { properties = {}, required = [] } = list.input as { properties?: Thing; required?: readonly string[] };
  const isFiltered = "name" in properties;
  if (!isFiltered && names.length === 0) return undefined;
  const around = Object.fromEntries(Object.entries(from).map(([field, own]) => [field, body[own]]));
  const asked: Thing = { ...input, ...around, limit: "500", ...(isFiltered && { name: text }) };
  if (required.some((field) => asked[field] === undefined)) return undefined;
  const { status, text: answer } = await connection.send(list.path, {
    body: JSON.stringify(asked),
    headers: { "content-type": "application/json" },
  });
  if (status !== 200) return undefined;
  const [name, items] = Object.entries(JSON.parse(answer) as Thing).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined) return undefined;
  return { name, title: titleOf(name), items: items as readonly Thing[] };
}

/** `deliveries` as `Delivery`. */
function titleOf(plural: string): string {
  const single = singular(plural);
  return single.slice(0, 1).toUpperCase() + single.slice(1);
}

const fold = (name: unknown): string | undefined =>
  typeof name === "string" ? name.normalize("NFKC").trim().toLowerCase() : undefined;

function startsWith(id: string, text: string): boolean {
  const digits = PART.exec(text)?.[1];
  return id.startsWith(text)
    ? digits !== undefined
    : digits === text && id.slice(id.search(/[_-]/) + 1).startsWith(text);
}

function ambiguous(
  { field }: Flag,
  text: string,
  items: readonly Thing[],
  { id = "id", names = [] }: Reference,
): string {
  const rows = items
    .slice(0, MAX_SHOWN)
    .map((item) => [String(item[id]), names.map((name) => item[name]).find(Boolean) ?? ""]);
  const width = Math.max(...rows.map(([one]) => widthOf(String(one))));
  const lines = rows.map(([one, name]) => `  ${String(one).padEnd(width)}  ${plain(String(name))}`.trimEnd());
  const more = items.length > MAX_SHOWN ? [`  … and ${items.length - MAX_SHOWN} more`] : [];
  return [
    `--${field} ${JSON.stringify(text)} matches ${items.length} items. Use the id of one:`,
    ...lines,
    ...more,
  ].join("\n");
}
