import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Catalog, CatalogFault, FileRead, Folder } from "../folder.ts";
import { MOST_PROFILES } from "../limits.ts";
import { ID, isId } from "../names.ts";
import { isAbsent, unreadable } from "./fault.ts";
import { openPlace } from "./open.ts";
import { type Place, pathOf } from "./place.ts";
import { readTextFile } from "./read-file.ts";

const MOST_LISTED = 1_000;

/** The profiles of a place, read anew at each call: people edit them while the gateway runs. */
export function catalogOnDisk(place: Place): Catalog {
  const { source } = place;
  const orRefused = (error: unknown): never => {
    throw unreadable(place, error);
  };
  return {
    source,
    find: (id) => find(place, id).catch(orRefused),
    list: () => list(place).catch(orRefused),
  };
}

async function find(place: Place, id: string): Promise<Folder | undefined> {
  const root = await openPlace(place);
  const stat = root && (await lstat(join(root, id)).catch(orAbsent));
  if (!stat) return undefined;
  if (stat.isSymbolicLink()) return linkedFolder(place, id);
  return stat.isDirectory() ? folderAt(place, id, join(root, id)) : undefined;
}

async function list(place: Place): Promise<{ folders: Folder[]; faults: CatalogFault[] }> {
  const root = await openPlace(place);
  const folders: Folder[] = [];
  const faults: CatalogFault[] = [];
  for await (const entry of root ? await opendir(root) : []) {
    const { name } = entry;
    const isLink = entry.isSymbolicLink();
    // What begins with a dot is somebody else's, or a folder of ours that is not finished.
    if (name.startsWith(".") || !(isLink || entry.isDirectory())) continue;
    if (folders.length + faults.length >= MOST_PROFILES) {
      const message = `Only ${MOST_PROFILES} profiles of ${pathOf(place)} are read`;
      faults.push({ code: "too_many_profiles", message });
      break;
    }
    if (!isId(name)) faults.push(misnamed(name));
    else folders.push(isLink ? linkedFolder(place, name) : folderAt(place, name, join(root as string, name)));
  }
  return { folders, faults };
}

function folderAt(place: Place, id: string, path: string): Folder {
  return {
    id,
    source: place.source,
    path: pathOf(place, id),
    read: (file, most) => readTextFile(join(path, file), file, most),
    // What may not be looked into shows no files, and is told of where one of them is read.
    files: () => filesIn(path).catch(() => []),
  };
}

async function filesIn(path: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of await opendir(path)) {
    if (entry.name.startsWith(".")) continue;
    names.push(entry.isDirectory() ? `${entry.name}/` : entry.name);
    if (names.length >= MOST_LISTED) break;
  }
  return names.sort();
}

/** A profile that is a link is told of and can be removed, and nothing is read through it. */
function linkedFolder(place: Place, id: string): Folder {
  const fault = { code: "symlink", message: `${id} is a symbolic link, which is not followed` };
  const read = async (): Promise<FileRead> => ({ fault });
  return { id, source: place.source, path: pathOf(place, id), read, files: async () => [] };
}

const misnamed = (name: string): CatalogFault => ({
  severity: "warning",
  code: "misnamed",
  message: `${JSON.stringify(name.slice(0, 80))} is no id of a profile, so it is left out: an id is ${ID.words}`,
});

function orAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}
