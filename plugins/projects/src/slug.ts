import type { Reads } from "@postern/core";
import { projects } from "./collections.ts";
import { SlugTaken } from "./errors.ts";
import { RESERVED } from "./schemas.ts";

const LONGEST = 63;

/** Letters that are no base letter with a mark. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
};

/** A slug that somebody chose: 409 where another project has it, archived or not. */
export async function assertSlugIsFree(store: Reads, slug: string, projectId?: string): Promise<void> {
  const holder = await store.one(projects, "bySlug", slug);
  if (holder && holder.id !== projectId)
    throw SlugTaken({ slug, projectId: holder.id, archived: holder.archivedAt !== undefined });
}

/** A free slug made from a name: `web`, or `web-2`, `web-3` … where that is taken. */
export async function slugFor(store: Reads, name: string): Promise<string> {
  const word = wordOf(name);
  const isTaken = async (n: number) => {
    const slug = numbered(word, n);
    return RESERVED.includes(slug) || (await store.one(projects, "bySlug", slug)) !== undefined;
  };
  if (!(await isTaken(1))) return word;
  // Doubling, then halving: a thousand projects of one name cost twenty looks and not a thousand.
  let [taken, free] = [1, 2];
  while (await isTaken(free)) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(middle)) taken = middle;
    else free = middle;
  }
  return numbered(word, free);
}

/** The letters and digits of a name as a slug has them; `project` where it has none of them. */
function wordOf(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]/g, (char) => SPELLED[char] ?? "-");
  return cut(plain.replace(/-+/g, "-").replace(/^-/, ""), LONGEST) || "project";
}

function numbered(word: string, n: number): string {
  if (n === 1) return word;
  const suffix = `-${n}`;
  return cut(word, LONGEST - suffix.length) + suffix;
}

const cut = (word: string, length: number): string => word.slice(0, length).replace(/(?<!-)-+$/, "");
