import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Refusal } from "../exit.ts";

/** What is being written: a plugin, or a configuration that imports plugins. */
export interface Source {
  /** The module whose default export is the plugin; undefined where only the configuration says what runs. */
  readonly entry: string | undefined;
  /** The folder whose modules are loaded anew at each restart. */
  readonly folder: string;
  /** Whether folders in it count too. */
  readonly deep: boolean;
  /** The configuration file, which may lie elsewhere. */
  readonly config: string | undefined;
}

const ENTRIES = ["src/index.ts", "src/index.js", "index.ts", "index.js"];
const EXAMPLE = "a module like ./src/index.ts, or the folder of a package";

/** Finds the source that a user named: a module, or the folder of a package with its source or its built entry. */
export function findSource(named: string | undefined, config: string | undefined, cwd: string): Source {
  if (named === undefined) {
    if (config !== undefined) return { entry: undefined, config, ...packageOf(config) };
    throw new Refusal(`Name the source of a plugin, ${EXAMPLE}; there is no configuration file in this folder either`);
  }
  const path = resolve(cwd, named);
  if (!existsSync(path)) throw new Refusal(`${path} does not exist. Name the source of a plugin, ${EXAMPLE}`);
  if (!statSync(path).isDirectory()) return { entry: path, config, ...packageOf(path) };
  const entry = [...ENTRIES, ...mainOf(path)].map((name) => join(path, name)).find(existsSync);
  if (entry !== undefined) return { entry, config, folder: path, deep: true };
  throw new Refusal(`${path} has no ${ENTRIES.join(", ")}, and no "main" in a package.json`);
}

/** The whole package that a module belongs to. A module of no package may lie in a folder as large as a home. */
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
