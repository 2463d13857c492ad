import { access, constants, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

/**
 * Whether a package is installed where this program or its user's configuration would import it from. Looked up and
 * not loaded: a package may do anything when it is.
 */
export async function isInstalled(name: string, from: string = process.cwd()): Promise<boolean> {
  const bases = [join(from, "postern.config.js"), import.meta.url];
  const folders = bases.flatMap((base) => createRequire(base).resolve.paths(name) ?? []);
  return isAny(
    [...new Set(folders)].map((folder) => join(folder, name, "package.json")),
    constants.R_OK,
  );
}

/** Whether a program is on the PATH, the one variable of the environment that is read. Nothing is started. */
export async function isOnPath(program: string, path: string = process.env.PATH ?? ""): Promise<boolean> {
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  return isAny(folders.flatMap((folder) => endings.map((ending) => join(folder, program + ending))));
}

async function isAny(files: readonly string[], mode = constants.X_OK): Promise<boolean> {
  const found = await Promise.allSettled(
    files.map(async (file) => {
      await access(file, mode);
      // A folder is executable too.
      return (await stat(file)).isFile();
    }),
  );
  return found.some((look) => look.status === "fulfilled" && look.value);
}
