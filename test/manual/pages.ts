import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../examples/run.ts";

const folder = join(root, "core/manual");

/** The names of the manual's pages, such as `data.md`. */
export const pages: readonly string[] = readdirSync(folder).sort();

export const textOf = (page: string): string => readFileSync(join(folder, page), "utf8");

/** The files that a page shows, by path: each block that starts with ```` ```<language> <path> ```` is a whole file. */
export function filesOf(page: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, path, body] of textOf(page).matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)) {
    if (found.has(path as string)) throw new Error(`${page} shows ${path} twice`);
    found.set(path as string, body as string);
  }
  return found;
}

/** The languages of blocks that are not files, such as `console`. */
export const otherBlocksOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^```(\w+)\n.*?^```$/gms)].map(([, language]) => language as string);
