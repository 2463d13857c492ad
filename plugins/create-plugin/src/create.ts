import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { license } from "./license.ts";
import { fill, type Names } from "./names.ts";
import { packageFile } from "./package-file.ts";
import { CreateRefused } from "./refused.ts";

export { CreateRefused } from "./refused.ts";

/** The properties of a new plugin. */
export interface NewPlugin extends Names {
  /** The copyright holder; the authors of the package by default. */
  readonly author?: string;
  readonly year: number;
}

const template = fileURLToPath(new URL("../template/", import.meta.url));

/** The files of a new plugin by path, with `/` as the separator. */
export function pluginFiles({ author, year, ...names }: NewPlugin): ReadonlyMap<string, string> {
  const filled = readdirSync(template, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [placeOf(path, names), fill(readFileSync(path, "utf8"), names)] as const);
  return new Map([
    ["package.json", `${JSON.stringify(packageFile(names, author), null, 2)}\n`],
    ["LICENSE", license(year, author ?? `The authors of ${names.name}`)],
    ...filled,
  ]);
}

/** npm does not pack files named `.gitignore`. */
function placeOf(path: string, names: Names): string {
  const place = path.slice(template.length).replaceAll("\\", "/");
  return place === "gitignore" ? ".gitignore" : fill(place, names);
}

/** Writes a new plugin into a new or empty folder; otherwise throws {@link CreateRefused}. */
export function createPlugin(folder: string, plugin: NewPlugin): void {
  assertEmpty(folder);
  for (const [path, text] of pluginFiles(plugin)) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text, { flag: "wx" });
  }
}

function assertEmpty(folder: string): void {
  let found: readonly string[];
  try {
    found = readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return;
    if (code === "ENOTDIR") throw new CreateRefused(`${folder} is not a folder. Use another folder with --dir`);
    throw error;
  }
  const [first] = found.filter((name) => name !== ".git");
  if (first === undefined) return;
  throw new CreateRefused(`${folder} is not empty: it contains ${first}. Use a new or empty folder with --dir`);
}
