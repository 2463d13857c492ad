import type { Ask } from "./archive.ts";
import type { Known } from "./known.ts";
import { note, type Reading } from "./read.ts";

const DEPTH = 4;
const PAGE = 50;

/** Searches the last messages of an archive. `all`: whether the search was complete. */
export async function lookUp(
  ask: Ask,
  reading: Reading,
  where: { readonly archive: string; readonly with?: string; readonly start?: number },
  is: (known: Known) => boolean,
): Promise<{ found?: Known; all: boolean }> {
  const { archive, ...only } = where;
  let before = "";
  for (let depth = 0; depth < DEPTH; depth++) {
    const page = await ask(archive, { ...only, before, most: PAGE });
    let found: Known | undefined;
    for (const { stanza, id } of page.messages) {
      const known = note(stanza, id, reading);
      if (known && is(known)) found = known;
    }
    if (found) return { found, all: true };
    if (page.complete || page.first === undefined) return { all: true };
    before = page.first;
  }
  return { all: false };
}
