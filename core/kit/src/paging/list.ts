import { gatewayErrors, type TDefault, type TNumeric } from "@postern/core";
import type { MaybePromise } from "@postern/core/storage";
import {
  type Static,
  type TArray,
  type TInteger,
  type TObject,
  type TOptional,
  type TPartial,
  Type,
} from "@sinclair/typebox";
import { numeric, withDefault } from "../fields/index.ts";
import { type Columns, withColumns } from "./columns.ts";
import type { Source } from "./source.ts";

type PageFields = { limit: TDefault<TNumeric>; offset: TDefault<TNumeric> };
type ListFields = PageFields & { fields: TOptional<ReturnType<typeof Type.String>> };
type PageMembers = {
  total: TInteger;
  totalCapped: TOptional<ReturnType<typeof Type.Boolean>>;
  limit: TInteger;
  offset: TInteger;
  nextOffset: TOptional<TInteger>;
  unreadable: TOptional<TInteger>;
};

interface Asked {
  limit: number;
  offset: number;
  fields?: string;
}

/** A kind of list: its input fields, its output and its answers. */
export interface List<Name extends string, Item extends TObject> {
  /** `limit`, `offset` and `fields`, to spread into an input. */
  readonly fields: ListFields;
  /** The same without `fields`. */
  readonly page: PageFields;
  readonly output: TObject<{ [K in Name]: TArray<TPartial<Item>> } & PageMembers>;
  /**
   * One page of a source. `show` converts a found item to its public form, only for the items on the page. `inner` are
   * the names within a column of `members` that `fields` may list too, such as the keys of a row's values.
   */
  answer<T>(
    asked: Asked,
    source: Source<T>,
    show: (found: T) => MaybePromise<Static<Item>>,
    inner?: readonly string[],
  ): Promise<Answer<Name, Item>>;
}
type Answer<Name extends string, Item extends TObject> = { [K in Name]: Partial<Static<Item>>[] } & {
  total: number;
  totalCapped?: boolean;
  limit: number;
  offset: number;
  nextOffset?: number;
  unreadable?: number;
};

/**
 * Declares a list under its plural name. All lists share their paging: `limit` 1–500 (default 50), `offset`, exact
 * totals up to 10,000. `columns` are what a person sees of an item; every member by default. With `numericText` as
 * `number`, limits and offsets are strings only.
 */
export function listOf<const Name extends string, Item extends TObject>(
  name: Name,
  item: Item,
  columns?: Columns<Item>,
  number: (def: Parameters<typeof numeric>[0]) => TNumeric | TNumeric<string> = numeric,
): List<Name, Item> {
  const page: PageFields = {
    limit: withDefault(
      number({ minimum: 1, maximum: 500, description: "Maximum number of entries to return" }) as TNumeric,
      "50",
    ) as TDefault<TNumeric>,
    offset: withDefault(number({ description: "Number of entries to skip" }) as TNumeric, "0") as TDefault<TNumeric>,
  };
  const members = Object.keys(item.properties);
  const isMember = (name: string) => members.includes(name);
  const open = members.find((member) => columns?.[member] === "members");
  const one = open === undefined ? members.join("|") : "[^,]+";
  const names = open === undefined ? members : [...members, `a key of ${open}`];
  /** A name that is no member of the items is one of the members of their member `open`. */
  const pickIn = (one: object, kept: readonly string[]): object => {
    const own = pickMembers(one, kept.filter(isMember));
    const inner = kept.filter((name) => !isMember(name));
    if (open === undefined || inner.length === 0 || open in own) return own;
    return { ...own, [open]: pickMembers((one as Record<string, object>)[open] ?? {}, inner) };
  };
  return {
    page,
    fields: {
      ...page,
      fields: Type.Optional(
        Type.String({
          pattern: `^(${one})(,(${one}))*$`,
          "x-must": fieldsRule(names),
          description: `Return only these members of each item, separated by commas: ${names.join(", ")}`,
        }),
      ),
    },
    output: Type.Object({
      [name]: withColumns<TObject>(
        Type.Array(Type.Partial(item), { description: "The items of this page" }),
        columns ?? {},
      ),
      total: Type.Integer({ description: "Total number of items, counted up to 10,000" }),
      totalCapped: Type.Optional(Type.Boolean({ description: "True if there are more items than `total`" })),
      limit: Type.Integer({ description: "Maximum number of items on a page" }),
      offset: Type.Integer({ description: "Number of items that were skipped" }),
      nextOffset: Type.Optional(
        Type.Integer({ description: "The `offset` of the next page; absent on the last page" }),
      ),
      unreadable: Type.Optional(
        Type.Integer({ description: "Number of counted items that cannot be shown because their records are damaged" }),
      ),
    }) as unknown as List<Name, Item>["output"],
    async answer({ limit, offset, fields }, source, show, inner = []) {
      const kept = fields === undefined ? undefined : parseFields(fields, [...members, ...inner], names);
      const { items, total, totalCapped } = await source(offset, limit);
      const shown = await Promise.all(items.map(show));
      const isLeft = offset + items.length < total || (totalCapped && items.length === limit);
      // If a page is empty before the total is reached, the rest is damaged: another page would be empty too.
      const isMore = isLeft && items.length > 0;
      const unreadable = isLeft && !isMore && offset < total ? total - offset : 0;
      return {
        [name]: kept ? shown.map((one) => pickIn(one, kept)) : shown,
        total,
        ...(totalCapped && { totalCapped }),
        limit,
        offset,
        ...(isMore && { nextOffset: offset + items.length }),
        ...(unreadable > 0 && { unreadable }),
      } as Answer<Name, Item>;
    },
  };
}

const fieldsRule = (members: readonly string[]): string =>
  `must list each member at most once, out of ${members.join(", ")}`;

/** The members listed in `fields`. Unknown, empty and repeated names are errors, which name `shown`. */
export function parseFields(fields: string, members: readonly string[], shown = members): string[] {
  const names = fields.split(",");
  const isWrong = names.some((name, at) => !members.includes(name) || names.indexOf(name) !== at);
  if (!isWrong) return names;
  throw gatewayErrors.InvalidInput({
    issues: [{ path: "/fields", code: "fields", message: fieldsRule(shown) }],
  });
}

/** An item with only these members. */
export const pickMembers = (item: object, names: readonly string[]): object =>
  Object.fromEntries(
    names.filter((name) => Object.hasOwn(item, name)).map((name) => [name, (item as Record<string, unknown>)[name]]),
  );
