import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { PROGRAMS, type ProgramName } from "./programs.ts";

const IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?"(\.[^"]+\.ts)"|\bimport\("(\.[^"]+\.ts)"\)/gm;
const CALL = /(?<![.\w])(?:has|pathOf|program)\("([\w-]+)"/g;

/** The programs that a source file names in calls of `has`, `pathOf` and `program`, if it imports one of these. */
export function namedIn(text: string): ProgramName[] {
  if (!/ from "[^"]*\/programs\.ts"/.test(text)) return [];
  const names = [...text.matchAll(CALL)].map(([, name]) => name as ProgramName);
  return names.filter((name) => Object.hasOwn(PROGRAMS, name));
}

/**
 * The programs that a file of tests needs, it or what it imports from `folder`. What only one export of an imported file
 * needs counts too.
 */
export function createNeeds(folder: string): (path: string) => Set<ProgramName> {
  const read = new Map<string, { names: readonly ProgramName[]; imports: readonly string[] }>();
  const readOnce = (path: string) => {
    const known = read.get(path);
    if (known) return known;
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    const imports = [...text.matchAll(IMPORT)]
      .map(([, fixed, dynamic]) => resolve(dirname(path), (fixed ?? dynamic) as string))
      .filter((imported) => imported.startsWith(folder + sep));
    const found = { names: namedIn(text), imports };
    read.set(path, found);
    return found;
  };
  return (path) => {
    const [names, seen, open] = [new Set<ProgramName>(), new Set([path]), [path]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const found = readOnce(next);
      for (const name of found.names) names.add(name);
      for (const imported of found.imports) {
        if (seen.has(imported)) continue;
        seen.add(imported);
        open.push(imported);
      }
    }
    return names;
  };
}
