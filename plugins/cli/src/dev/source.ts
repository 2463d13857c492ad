import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Refusal } from "../exit.ts";

/** The source in development: a plugin, or a configuration that imports plugins. */
export interface Source {
  /** The module whose default export is the plugin; undefined if only the configuration is used. */
  readonly entry: string | undefined;
  /** The folder whose modules are reloaded at each restart. */
  readonly folder: string;
  /** Whether subfolders are included. */
  readonly deep: boolean;
  /** The configuration file, which may be in another folder. */
  readonly config: string | undefined;
}

const ENTRIES = ["src/index.ts", "src/index.js", "index.ts", "index.js"];
const EXAMPLE = "such as ./src/index.ts, or the folder of a package";

/** Finds the named source: a module, or the folder of a package with its source or built entry. */
export function findSource(named: string | undefined, config: string | undefined, cwd: string): Source {
  if (named === undefined) {
    if (config !== undefined) return { entry: undefined, config, ...packageOf(config) };
    throw new Refusal(`No plugin and no configuration file found. Name the source of a plugin, ${EXAMPLE}.`);
  }
  const path = resolve(cwd, named);
  if (!existsSync(path)) throw new Refusal(`${path} does not exist. Name the source of a plugin, ${EXAMPLE}.`);
  if (!statSync(path).isDirectory()) return { entry: path, config, ...packageOf(path) };
  const entry = [...ENTRIES, ...mainOf(path)].map((name) => join(path, name)).find(existsSync);
  if (entry !== undefined) return { entry, config, folder: path, deep: true };
  throw new Refusal(`${path} contains none of ${ENTRIES.join(", ")}, and no package.json with "main"`);
}

/** The package of a module. A module outside a package may be in a large folder such as the home folder. */
function packageOf(path: string): Pick<Source, "folder" | "deep"> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return { folder, deep: true };
    if (folder === dirname(folder)) return { folder: dirname(path), deep: false };
  }
}

function mainOf(folder: string): string[] {
  try {
    const { main } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { main?: unknown };
    return typeof main === "string" ? [main] : [];
  } catch {
    return [];
  }
}
