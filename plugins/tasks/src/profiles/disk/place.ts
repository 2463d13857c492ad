import { lstat, mkdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { CatalogRefused, CatalogUnknown } from "../errors.ts";
import type { FolderSource } from "../schemas.ts";
import { codeOf, isAbsent, unreadable } from "./fault.ts";

/** Where a catalog lies. `base` is trusted as it was configured; what is below it may be anybody's doing. */
export interface Place {
  readonly source: FolderSource;
  readonly base: string;
  /** Folders below `base`, one in the other. */
  readonly steps: readonly string[];
}

export interface Folders {
  readonly workspace?: string;
  readonly home?: string;
}

/** The catalogs' places that are configured, the one that wins first. */
export function placesOf({ workspace, home }: Folders): Place[] {
  return [
    ...(workspace === undefined
      ? []
      : [{ source: "workspace" as const, base: workspace, steps: [".postern", "profiles"] }]),
    ...(home === undefined ? [] : [{ source: "user" as const, base: home, steps: ["profiles"] }]),
  ];
}

export function placeOf(folders: Folders, source: FolderSource): Place {
  const place = placesOf(folders).find((one) => one.source === source);
  if (!place) throw CatalogUnknown({ source });
  return place;
}

/** The place as people are told it: never absolute. */
export const pathOf = ({ steps }: Place, ...more: string[]): string => [...steps, ...more].join("/");

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
