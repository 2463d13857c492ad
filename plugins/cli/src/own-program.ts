import { fileURLToPath } from "node:url";

/** The file that Node runs for this command line. */
export const ownScript = (): string => fileURLToPath(new URL("../bin/postern.js", import.meta.url));

/** Whether npx runs it, from a cache that npm may empty at any time. */
export const isRunByNpx = (script = ownScript()): boolean => /[\\/]_npx[\\/]/.test(script);

/**
 * The program and the first arguments with which others start it later: by absolute paths, since they may not have the
 * user's PATH, or by npx if it is not installed.
 */
export const ownProgram = (script = ownScript()): readonly [command: string, ...args: string[]] =>
  isRunByNpx(script) ? ["npx", "--yes", "postern"] : [process.execPath, script];
