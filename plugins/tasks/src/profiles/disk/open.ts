import { lstat, mkdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { CatalogRefused } from "../errors.ts";
import { codeOf, isAbsent, unreadable } from "./fault.ts";
import { type Place, pathOf } from "./place.ts";

/** The catalog's real path, or undefined where it is not there yet. Refuses one that a link leads elsewhere. */
export async function openPlace(place: Place): Promise<string | undefined> {
  const { source, base, steps } = place;
  try {
    const root = await realpath(base);
    const path = await realpath(join(root, ...steps));
    if (!isWithin(root, path)) throw CatalogRefused({ source, path: pathOf(place), reason: "outside" });
    if ((await lstat(path)).isDirectory()) return path;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw unreadable(place, error);
  }
  throw CatalogRefused({ source, path: pathOf(place), reason: "not_a_folder" });
}

/** The same, and the folders are made that are not there yet: each is looked at before the next is made in it. */
export async function makePlace(place: Place): Promise<string> {
  const { source, base, steps } = place;
  // A workspace is somebody's folder and must be there; the folder for configuration is ours to make.
  if (source === "user") await mkdir(base, { recursive: true, mode: 0o700 });
  const root = await realpath(base);
  let path = root;
  for (const step of steps) {
    const next = join(path, step);
    await mkdir(next).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
    path = await realpath(next).catch((error: unknown) => {
      // There, and yet leading nowhere: a link whose target is not there, or which leads to itself.
      if (isAbsent(error) || codeOf(error) === "ELOOP") {
        throw CatalogRefused({ source, path: pathOf(place), reason: "outside" });
      }
      throw error;
    });
    if (!isWithin(root, path)) throw CatalogRefused({ source, path: pathOf(place), reason: "outside" });
    if (!(await lstat(path)).isDirectory()) {
      throw CatalogRefused({ source, path: pathOf(place), reason: "not_a_folder" });
    }
  }
  return path;
}

const isWithin = (root: string, path: string): boolean => path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
