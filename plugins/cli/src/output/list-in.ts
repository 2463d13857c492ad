import type { OperationEntry } from "@postern/core";
import { type Column, presentationOf } from "@postern/core/presentation";
import { isThing, rendererOf } from "./cell.ts";

type Thing = Readonly<Record<string, unknown>>;

/** A column of a list. One with `within` shows a member of that member, such as one of the values of a row. */
export interface ListColumn extends Column {
  readonly within?: string;
}

/** The list in a response, with its columns. */
export interface FoundList {
  readonly name: string;
  readonly items: readonly Thing[];
  /** The declared columns, or those of the members that the caller selected. */
  readonly columns: readonly ListColumn[];
  /** All members of the items, or those that the caller selected. */
  readonly members: readonly string[];
}

/** The schema of a list. */
interface ListSchema {
  readonly items?: { readonly properties?: Readonly<Record<string, unknown>> };
}

/**
 * The list that a response consists of: a page of items, or a single list with columns that comes first. Other arrays
 * are parts of one thing.
 */
export function listIn(
  answer: Thing,
  { output }: Pick<OperationEntry, "output">,
  fields: string | undefined,
): FoundList | undefined {
  const properties = (output.properties ?? {}) as Readonly<Record<string, ListSchema>>;
  const declared = Object.keys(properties).filter((name) => presentationOf(properties[name]).columns !== undefined);
  const [name] = declared;
  const isList = "total" in properties || (declared.length === 1 && Object.keys(properties)[0] === name);
  const items = name === undefined ? undefined : answer[name];
  if (!isList || name === undefined || !isThings(items)) return undefined;
  const schema = properties[name];
  const all = schema?.items?.properties ?? {};
  const members = fields === undefined ? Object.keys(all) : fields.split(",").filter((member) => member in all);
  return { name, items, columns: columnsFor(items, presentationOf(schema).columns, fields), members };
}

export const isThings = (value: unknown): value is readonly Thing[] => Array.isArray(value) && value.every(isThing);
/** The things in a list; none if the value is something else. */
export const thingsIn = (value: unknown): readonly Thing[] => (isThings(value) ? value : []);

/**
 * The columns of items. Selected members are shown in the order in which they were asked for, and always; by default the
 * declared ones, or those that fit a cell.
 */
export function columnsFor(items: readonly Thing[], declared: readonly Column[] = [], fields?: string): ListColumn[] {
  const known = new Map(declared.map((column) => [column.member, column]));
  const within = declared.find(({ renderer }) => renderer === "members")?.member;
  const names = fields?.split(",") ?? (known.size > 0 ? [...known.keys()] : flatMembers(items));
  return names.map((member, at) => {
    const column = known.get(member) ?? { member, renderer: rendererOf(member, sampleOf(items, member)), priority: at };
    if (fields === undefined) return column;
    const isInner = within !== undefined && !items.some((item) => member in item);
    return { ...column, priority: 0, ...(isInner && { within }) };
  });
}

/** All members of the items that fit a cell, the given columns first. */
export function allColumns(items: readonly Thing[], columns: readonly ListColumn[]): ListColumn[] {
  const known = new Set(columns.flatMap(({ member, within = member }) => [member, within]));
  const others = flatMembers(items).filter((member) => !known.has(member));
  const renderer = (member: string) => rendererOf(member, sampleOf(items, member));
  return [...columns, ...others.map((member) => ({ member, renderer: renderer(member), priority: 1 }))];
}

const sampleOf = (items: readonly Thing[], member: string): unknown =>
  items.find((item) => item[member] !== undefined)?.[member];

const flatMembers = (items: readonly Thing[]): string[] =>
  namesIn(items).filter((name) => items.some((item) => isFlat(item[name])));

const isFlat = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((item) => typeof item === "string") : typeof value !== "object";

/** The names of all members. One that the first items lack stands where the others have it. */
export function namesIn(items: readonly Thing[]): string[] {
  const names: string[] = [];
  const known = new Set<string>();
  for (const item of items) {
    let place = 0;
    for (const name of Object.keys(item)) {
      if (known.has(name)) place = Math.max(place, names.indexOf(name) + 1);
      else names.splice(place++, 0, name);
      known.add(name);
    }
  }
  return names;
}
