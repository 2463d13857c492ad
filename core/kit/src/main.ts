import { readFileSync, statSync } from "node:fs";
import { moveImports } from "./move-imports.ts";

const HELP = `Move imports of a plugin from @postern/core to @postern/kit.

Usage: npx @postern/kit <folder> ...

Rewrites the sources, pages and manifests below the folders, and lists the files that it changed.
`;

/** Runs the command and returns its exit code: 0 for success, 2 for a usage error. */
export function main(args: readonly string[]): number {
  const [first, ...more] = args;
  if (first === "version" || first === "--version") {
    const own = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
    return print(own.version);
  }
  if (first === undefined || first.startsWith("-")) {
    print(HELP.trimEnd());
    return first === "--help" ? 0 : 2;
  }
  const folders = [first, ...more];
  const wrong = folders.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (wrong !== undefined) {
    process.stderr.write(`There is no folder ${JSON.stringify(wrong)}. Nothing was changed.\n`);
    return 2;
  }
  const moved = folders.flatMap((folder) => moveImports(folder));
  return print(moved.length === 0 ? "Nothing to move." : moved.join("\n"));
}

function print(text: string): 0 {
  process.stdout.write(`${text}\n`);
  return 0;
}
