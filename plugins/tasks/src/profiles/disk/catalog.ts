import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Catalog, CatalogFault, FileRead, Folder } from "../folder.ts";
import { MAX_PROFILES } from "../limits.ts";
import { ID, isId } from "../names.ts";
import { isAbsent, unreadable } from "./fault.ts";
import { type Location, pathOf } from "./location.ts";
import { openCatalog } from "./open.ts";
import { readTextFile } from "./read-file.ts";

const MAX_LISTED = 1_000;

/** The profiles of a folder. Read on every call, since people edit them while the gateway runs. */
export function catalogOnDisk(location: Location): Catalog {
  const { source } = location;
  const throwUnreadable = (error: unknown): never => {
    throw unreadable(location, error);
  };
  return {
    source,
    find: (id) => find(location, id).catch(throwUnreadable),
    list: () => list(location).catch(throwUnreadable),
  };
}

async function find(location: Location, id: string): Promise<Folder | undefined> {
  const root = await openCatalog(location);
  const stat = root && (await lstat(join(root, id)).catch(undefinedIfAbsent));
  if (!stat) return undefined;
  if (stat.isSymbolicLink()) return linkedFolder(location, id);
  return stat.isDirectory() ? folderAt(location, id, join(root, id)) : undefined;
}

async function list(location: Location): Promise<{ folders: Folder[]; faults: CatalogFault[] }> {
  const root = await openCatalog(location);
  const folders: Folder[] = [];
  const faults: CatalogFault[] = [];
  for await (const entry of root ? await opendir(root) : []) {
    const { name } = entry;
    const isLink = entry.isSymbolicLink();
    // Names with a leading dot belong to other tools, or are unfinished folders of this module.
    if (name.startsWith(".") || !(isLink || entry.isDirectory())) continue;
    if (folders.length + faults.length >= MAX_PROFILES) {
      const message = `Only the first ${MAX_PROFILES} profiles of ${pathOf(location)} are read`;
      faults.push({ code: "too_many_profiles", message });
      break;
    }
    if (!isId(name)) faults.push(misnamed(name));
    else folders.push(isLink ? linkedFolder(location, name) : folderAt(location, name, join(root as string, name)));
  }
  return { folders, faults };
}

function folderAt(location: Location, id: string, path: string): Folder {
  return {
    id,
    source: location.source,
    path: pathOf(location, id),
    read: (file, most) => readTextFile(join(path, file), file, most),
    // An unreadable folder lists no files. The error is reported when one of its files is read.
    files: () => filesIn(path).catch(() => []),
  };
}

async function filesIn(path: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of await opendir(path)) {
    if (entry.name.startsWith(".")) continue;
    names.push(entry.isDirectory() ? `${entry.name}/` : entry.name);
    if (names.length >= MAX_LISTED) break;
  }
  return names.sort();
}

/** A profile that is a symbolic link: it is listed and can be removed, but nothing is read through it. */
function linkedFolder(location: Location, id: string): Folder {
  const fault = { code: "symlink", message: `${id} is a symbolic link; symbolic links are not followed` };
  const read = async (): Promise<FileRead> => ({ fault });
  return { id, source: location.source, path: pathOf(location, id), read, files: async () => [] };
}

const misnamed = (name: string): CatalogFault => ({
  severity: "warning",
  code: "misnamed",
  message: `The folder ${JSON.stringify(name.slice(0, 80))} is ignored: a profile id must be ${ID.words}`,
});

function undefinedIfAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}
