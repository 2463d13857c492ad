import type { ListPage } from "./list.ts";

/** Pages in a row that may add no value: those of a million other objects. */
const MAX_IDLE_PAGES = 1_000;
/** Pages of a listing in total, enough for a hundred million values. */
const MAX_PAGES = 100_000;

/**
 * The keys of all pages of a listing. Throws if the listing repeats itself, because a faulty server would otherwise be
 * asked without end.
 */
export async function listAll(pageAfter: (next: string | undefined) => Promise<ListPage>): Promise<string[]> {
  const keys = new Set<string>();
  const tokens = new Set<string>();
  let idle = 0;
  for (let next: string | undefined, pages = 1; ; pages++) {
    const page = await pageAfter(next);
    const before = keys.size;
    for (const key of page.keys) keys.add(key);
    next = page.next;
    if (next === undefined) return [...keys];
    if (tokens.has(next)) throw new Error("The listing of S3 does not end: it repeats the token of an earlier page");
    tokens.add(next);
    idle = keys.size > before ? 0 : idle + 1;
    if (idle >= MAX_IDLE_PAGES)
      throw new Error(`The listing of S3 does not end: ${MAX_IDLE_PAGES} pages in a row have no other values`);
    if (pages >= MAX_PAGES) throw new Error(`The listing of S3 has more than ${MAX_PAGES} pages`);
  }
}
