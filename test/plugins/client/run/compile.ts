import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { threadTime } from "../../../measured/pause.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const tsc = join(root, "node_modules/typescript/bin/tsc");

const options = {
  strict: true,
  noEmit: true,
  target: "es2022",
  module: "nodenext",
  lib: ["es2023", "dom", "dom.asynciterable"],
  types: [],
  skipLibCheck: false,
};

/** A folder with files inside the repository, so that its packages are found as in an application. */
function folderWith(files: Readonly<Record<string, string>>, more: object = {}): string {
  const folder = join(
    root,
    "node_modules/.cache/postern",
    `client-${process.pid}-${Math.random().toString(36).slice(2)}`,
  );
  mkdirSync(folder, { recursive: true });
  const config = { compilerOptions: { ...options, ...more }, files: Object.keys(files) };
  for (const [name, text] of Object.entries({ ...files, "tsconfig.json": JSON.stringify(config) }))
    writeFileSync(join(folder, name), text);
  return folder;
}

/** The types of Node instead of those of browsers. */
export const forNode = { lib: ["es2023"], types: ["node"], typeRoots: [join(root, "node_modules/@types")] };

/** The errors of the compiler for these files; empty if there are none. */
export function compile(files: Readonly<Record<string, string>>, more: object = {}): string {
  const folder = folderWith(files, more);
  try {
    return spawnSync(process.execPath, [tsc, "--pretty", "false"], { cwd: folder, encoding: "utf8" }).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How much work the compiler has with these files: `checkMs` is the processor time of the check. */
export function measure(files: Readonly<Record<string, string>>): { instantiations: number; checkMs: number } {
  const folder = folderWith(files, { skipLibCheck: true });
  try {
    const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
    const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    const program = ts.createProgram(fileNames, options);
    const began = threadTime();
    program.getSemanticDiagnostics();
    return { instantiations: program.getInstantiationCount(), checkMs: threadTime() - began };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
