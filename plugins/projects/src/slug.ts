import type { Reads } from "@postern/core";
import { projects } from "./collections.ts";
import { SlugTaken } from "./errors.ts";
import { RESERVED } from "./schemas.ts";

const MAX_LENGTH = 63;

/** Letters that Unicode does not decompose into a base letter and marks. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
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

/** Throws 409 if another project, archived or not, already uses the slug. */
export async function assertSlugIsFree(store: Reads, slug: string, projectId?: string): Promise<void> {
  const holder = await store.one(projects, "bySlug", slug);
  if (holder && holder.id !== projectId)
    throw SlugTaken({ slug, projectId: holder.id, archived: holder.archivedAt !== undefined });
}

/** Generates an unused slug from a name: `web`, or `web-2`, `web-3` and so on. */
export async function slugFor(store: Reads, name: string): Promise<string> {
  const word = slugify(name);
  const isTaken = async (n: number) => {
    const slug = withNumber(word, n);
    return RESERVED.includes(slug) || (await store.one(projects, "bySlug", slug)) !== undefined;
  };
  if (!(await isTaken(1))) return word;
  // Exponential, then binary search: a thousand projects with the same name take about 20 reads.
  let [taken, free] = [1, 2];
  while (await isTaken(free)) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(middle)) taken = middle;
    else free = middle;
  }
  return withNumber(word, free);
}

/** The name reduced to the characters of a slug, or `project` if nothing remains. */
function slugify(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]/g, (char) => REPLACEMENTS[char] ?? "-");
  return cut(plain.replace(/-+/g, "-").replace(/^-/, ""), MAX_LENGTH) || "project";
}

function withNumber(word: string, n: number): string {
  if (n === 1) return word;
  const suffix = `-${n}`;
  return cut(word, MAX_LENGTH - suffix.length) + suffix;
}

const cut = (word: string, length: number): string => word.slice(0, length).replace(/(?<!-)-+$/, "");
