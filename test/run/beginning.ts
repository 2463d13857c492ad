import { join, relative } from "node:path";
import type { Reporter } from "vitest/node";
import { createNeeds } from "./needs.ts";
import { has, installCommand, type ProgramName } from "./programs.ts";

/** Says at the start which test files run in part or not at all, since a program is missing, and what installs it. */
export function sayAtTheStart(): Reporter {
  let root = process.cwd();
  return {
    onInit(vitest) {
      root = vitest.config.root;
    },
    onTestRunStart(specifications) {
      const needsOf = createNeeds(join(root, "test"));
      const files = [...new Set(specifications.map(({ moduleId }) => moduleId))].sort();
      const missing = new Map<ProgramName, string[]>();
      for (const file of files)
        for (const name of needsOf(file)) {
          if (!has(name)) missing.set(name, [...(missing.get(name) ?? []), relative(root, file)]);
        }
      if (missing.size > 0) say(missing);
    },
  };
}

function say(missing: ReadonlyMap<ProgramName, readonly string[]>): void {
  const names = [...missing.keys()].sort();
  console.log("\nSome programs are not installed. Without them, these files run in part or not at all:\n");
  for (const name of names) console.log(`  ${name}: ${missing.get(name)?.join(", ")}`);
  console.log(`\nInstall them (Debian, Ubuntu):\n\n  ${installCommand(names)}\n`);
}
