import type { Collection, Key, Reads } from "@postern/core/storage";
import { type TOptional, type TString, Type } from "@sinclair/typebox";
import { listSource, type Source } from "./source.ts";

/** More matches than a person reads: a longer name is needed then. */
const MAX_MATCHES = 500;
/** Names are indexed up to this many bytes, which fit a part of a key in any alphabet. */
const INDEXED = 57;

/** The field `name` of a list whose items are found by name. */
export function nameField(what?: string): TOptional<TString> {
  const names = what === undefined ? "id" : `id or ${what}`;
  return Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: `Only items whose ${names} begins with this text` }),
  );
}

/** The key of a name in an index: names are found without regard to case and width. */
export function nameKey(name: string | undefined): Key | undefined {
  const folded = fold(name ?? "");
  return folded === "" ? undefined : [folded];
}

function fold(name: string): string {
  const bytes = new TextEncoder().encode(name.normalize("NFKC").trim().toLowerCase()).subarray(0, INDEXED);
  // A character that is cut in two is left out.
  return new TextDecoder().decode(bytes, { stream: true });
}

interface Named<Index extends string> {
  readonly name: string;
  /** The indexes of `nameKey`s. */
  readonly by?: readonly Index[];
  /** What the ids begin with, such as `chat_`; it may be left out in `name`. */
  readonly idPrefix?: string;
}

/**
 * The records whose name or id begins with a text, those with exactly this name first, at most 500. The key of the
 * collection must be the id.
 */
export function namedSource<T, Index extends string>(
  store: Reads,
  collection: Collection<T, Index>,
  { name, by = [], idPrefix = "" }: Named<NoInfer<Index>>,
  test: (record: T) => boolean | Promise<boolean> = () => true,
): Source<T> {
  return async (offset, limit) => {
    const folded = fold(name);
    const id = name.startsWith(idPrefix) ? name : `${idPrefix}${name}`;
    const found = new Map<string, T>();
    const places = [...by.map((index) => ({ by: index, ...beginning(folded) })), beginning(id)];
    for (const place of places) {
      const { items } = await store.find(collection, { ...place, limit: MAX_MATCHES });
      for (const item of items) if (await test(item)) found.set(String(collection.key(item)), item);
    }
    return listSource([...found.values()].slice(0, MAX_MATCHES))(offset, limit);
  };
}

/** The range of keys whose first part begins with a text. */
const beginning = (text: string): { from: Key; to: Key } => ({ from: [text], to: [`${text}\u{10ffff}`] });
