import { digestOf } from "@postern/core";
import type { Wire } from "@postern/kit/sync";

/**
 * Fields by their path, in which names are separated by `/` and escaped as in a JSON pointer. A list item is identified
 * by its id, otherwise by its digest: an item with an id keeps its extra fields when it moves or changes, an item
 * without an id only until it changes.
 */
type ByPath = Readonly<Record<string, unknown>>;

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
const unescaped = (name: string): string => name.replaceAll("~1", "/").replaceAll("~0", "~");

const isObject = (value: unknown): value is Wire =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names of the items of a list as known to this version. Equal items without an id are numbered. */
function itemNames(items: readonly unknown[]): string[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const id = isObject(item) ? item.id : undefined;
    const name = typeof id === "string" ? `id:${id}` : digestOf(item);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}:${count}`;
  });
}

/** The fields of a value that its known part does not have. */
export function difference(value: Wire, known: Wire): ByPath {
  const found: Record<string, unknown> = {};
  gather(value, known, "", found);
  return found;
}

function gather(value: unknown, known: unknown, path: string, found: Record<string, unknown>): void {
  if (value === known) return;
  if (Array.isArray(value) && Array.isArray(known)) {
    const names = itemNames(known);
    for (const [at, item] of value.entries()) gather(item, known[at], `${path}${escaped(names[at] ?? "")}/`, found);
    return;
  }
  if (!isObject(value) || !isObject(known)) return;
  for (const [name, inner] of Object.entries(value)) {
    const at = path + escaped(name);
    if (Object.hasOwn(known, name)) gather(inner, known[name], `${at}/`, found);
    else found[at] = inner;
  }
}

/** Adds fields to a value. Fields of objects that no longer exist are omitted. */
export const overlaid = (value: Wire, members: ByPath): Wire =>
  placed(
    value,
    Object.entries(members).map(([path, member]) => ({ names: path.split("/").map(unescaped), member })),
  ) as Wire;

interface Member {
  readonly names: readonly string[];
  readonly member: unknown;
}

function placed(value: unknown, members: readonly Member[]): unknown {
  if (members.length === 0) return value;
  const inside = (name: string) =>
    members.filter(({ names }) => names[0] === name).map(({ names, member }) => ({ names: names.slice(1), member }));
  if (Array.isArray(value)) {
    const names = itemNames(value);
    return value.map((item, at) => placed(item, inside(names[at] ?? "")));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).map(([name, inner]) => [name, placed(inner, inside(name))] as const);
  const own = members.filter(({ names }) => names.length === 1).map(({ names, member }) => [names[0], member] as const);
  return Object.fromEntries([...kept, ...own]);
}

/** Whether a schema has a field at a path. */
export const isDeclared = (schema: Schema, path: string): boolean => has(schema, path.split("/").map(unescaped));

/** The parts of a schema that are read here. */
export interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

function has(
  { anyOf = [], oneOf = [], allOf = [], items, properties = {} }: Schema,
  names: readonly string[],
): boolean {
  const [name = "", ...rest] = names;
  if ([...anyOf, ...oneOf, ...allOf].some((one) => has(one, names))) return true;
  if (items) return rest.length > 0 && has(items, rest);
  const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return member !== undefined && (rest.length === 0 || has(member, rest));
}
