import { lstat, mkdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { CatalogRefused } from "../errors.ts";
import { codeOf, isAbsent, unreadable } from "./fault.ts";
import { type Location, pathOf } from "./location.ts";

/** The real path of the catalog, or undefined if it does not exist. Rejects links that lead outside the base folder. */
export async function openCatalog(location: Location): Promise<string | undefined> {
  const { source, base, steps } = location;
  try {
    const root = await realpath(base);
    const path = await realpath(join(root, ...steps));
    if (!isWithin(root, path)) throw CatalogRefused({ source, path: pathOf(location), reason: "outside" });
    if ((await lstat(path)).isDirectory()) return path;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unreadable(location, error);
  }
  throw CatalogRefused({ source, path: pathOf(location), reason: "not_a_folder" });
}

/** The same, but creates missing folders. Each folder is checked before the next one is created in it. */
export async function makeCatalog(location: Location): Promise<string> {
  const { source, base, steps } = location;
  // The workspace must exist; only the configuration folder is created.
  if (source === "user") await mkdir(base, { recursive: true, mode: 0o700 });
  const root = await realpath(base);
  let path = root;
  for (const step of steps) {
    const next = join(path, step);
    await mkdir(next).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
    path = await realpath(next).catch((error: unknown) => {
      // It exists but cannot be resolved: a dangling or circular link.
      if (isAbsent(error) || codeOf(error) === "ELOOP") {
        throw CatalogRefused({ source, path: pathOf(location), reason: "outside" });
      }
      throw error;
    });
    if (!isWithin(root, path)) throw CatalogRefused({ source, path: pathOf(location), reason: "outside" });
    if (!(await lstat(path)).isDirectory()) {
      throw CatalogRefused({ source, path: pathOf(location), reason: "not_a_folder" });
    }
  }
  return path;
}

const isWithin = (root: string, path: string): boolean => path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
