import { access, constants, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

/**
 * Whether a package is installed where this program or the configuration of its user would import it from. The package
 * is not loaded, because loading it could have side effects.
 */
export async function isInstalled(name: string, from: string = process.cwd()): Promise<boolean> {
  const bases = [join(from, "postern.config.js"), import.meta.url];
  const folders = bases.flatMap((base) => createRequire(base).resolve.paths(name) ?? []);
  return isAny(
    [...new Set(folders)].map((folder) => join(folder, name, "package.json")),
    constants.R_OK,
  );
}

/** Whether a program is on the PATH. Does not start it, and reads no other environment variable. */
export async function isOnPath(program: string, path: string = process.env.PATH ?? ""): Promise<boolean> {
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  return isAny(folders.flatMap((folder) => endings.map((ending) => join(folder, program + ending))));
}

async function isAny(files: readonly string[], mode = constants.X_OK): Promise<boolean> {
  const found = await Promise.allSettled(
    files.map(async (file) => {
      await access(file, mode);
      // Folders can have the executable bit too.
      return (await stat(file)).isFile();
    }),
  );
  return found.some((result) => result.status === "fulfilled" && result.value);
}
