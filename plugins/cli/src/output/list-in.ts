import type { OperationEntry } from "@postern/core";
import type { Column } from "@postern/core/paging";
import { isThing, rendererOf } from "./cell.ts";

type Thing = Readonly<Record<string, unknown>>;

/** The list in a response, with its columns. */
export interface FoundList {
  readonly name: string;
  readonly items: readonly Thing[];
  /** The declared columns, or those of the members that the caller selected. */
  readonly columns: readonly Column[];
  /** Whether the response is this list: other arrays are parts of one thing. */
  readonly isAnswer: boolean;
}

interface Declared {
  "x-columns"?: readonly Column[];
}

/** The list that a response consists of: the one whose operation declares columns. */
export function listIn(
  answer: Thing,
  { output }: Pick<OperationEntry, "output">,
  fields: string | undefined,
): FoundList | undefined {
  const properties = (output.properties ?? {}) as Readonly<Record<string, Declared>>;
  const lists = Object.entries(answer).filter(([, value]) => Array.isArray(value) && value.every(isThing));
  const declared = lists.find(([name]) => properties[name]?.["x-columns"] !== undefined);
  const [name, value] = declared ?? (lists.length === 1 ? lists : [])[0] ?? [];
  if (name === undefined) return undefined;
  const items = value as readonly Thing[];
  return { name, items, columns: columnsFor(items, properties[name]?.["x-columns"], fields), isAnswer: !!declared };
}

/** Selected members are shown in the order in which they were asked for; by default the declared ones. */
function columnsFor(items: readonly Thing[], declared: readonly Column[] = [], fields?: string): readonly Column[] {
  const known = new Map(declared.map((column) => [column.member, column]));
  const names = fields?.split(",") ?? (known.size > 0 ? [...known.keys()] : flatMembers(items));
  return names.map((member, at) => {
    const sample = items.find((item) => item[member] !== undefined)?.[member];
    const column = known.get(member) ?? { member, renderer: rendererOf(member, sample), priority: at };
    return fields === undefined ? column : { ...column, priority: at };
  });
}

/** The members that fit a cell, of a list that declares no columns. */
const flatMembers = (items: readonly Thing[]): string[] =>
  [...new Set(items.flatMap((item) => Object.keys(item)))].filter((name) => items.some((item) => isFlat(item[name])));

const isFlat = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((item) => typeof item === "string") : typeof value !== "object";

/** All members of the items, the declared columns first. */
export function allColumns({ items, columns }: FoundList): readonly Column[] {
  const known = new Set(columns.map(({ member }) => member));
  const others = flatMembers(items).filter((member) => !known.has(member));
  return [
    ...columns,
    ...others.map((member) => ({
      member,
      renderer: rendererOf(member, items.find((item) => item[member] !== undefined)?.[member]),
      priority: 1,
    })),
  ];
}
