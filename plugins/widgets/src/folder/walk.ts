import type { Dirent, Stats } from "node:fs";
import { type FileHandle, lstat, opendir, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { type OpenFolder, openFileIn, openFolderIn, pathIn } from "./handle.ts";
import { faultOfPath, foldedPath, isDataFolder, isExcluded } from "./names.ts";
import { refusalOf, refused } from "./refuse.ts";
import type { WorkFolder } from "./workspace.ts";

export const MAX_FILES = 500;
export const MAX_DEPTH = 16;
/** Entries read in a walk, including those that are not published, so that huge folders are rejected early. */
const MAX_ENTRIES = 5_000;

/** A file of a folder, open for reading. */
export interface FoundFile {
  /** Path relative to the folder, with `/` as separator. */
  readonly path: string;
  readonly handle: FileHandle;
  readonly size: number;
}

interface Walk {
  readonly root: WorkFolder;
  readonly seen: Set<string>;
  readonly excluded: string[];
  entries: number;
  take(file: FoundFile): Promise<void>;
}

/**
 * Calls `take` with each file of a folder that is published, one at a time, and returns the paths that are not
 * published. The system never follows links here: they are resolved explicitly, and only to published files of the same
 * folder.
 */
export async function walk(root: WorkFolder, take: (file: FoundFile) => Promise<void>): Promise<readonly string[]> {
  const state: Walk = { root, seen: new Set(), excluded: [], entries: 0, take };
  await walkFolder(state, root.folder, []);
  return state.excluded;
}

const shown = ({ root }: Walk, path: string): string => (root.dir === "." ? path : `${root.dir}/${path}`);

async function walkFolder(state: Walk, folder: OpenFolder, above: readonly string[]): Promise<void> {
  const entries = await entriesOf(state, folder, above);
  if (isDataFolder(entries.map(({ name }) => name)))
    throw refused(shown(state, above.join("/")), "holds the data of a gateway");
  for (const entry of entries) {
    const path = [...above, entry.name].join("/");
    if (isExcluded(entry.name)) {
      state.excluded.push(path);
      continue;
    }
    const fault = faultOfPath(path);
    if (fault !== undefined) throw refused(shown(state, path), fault);
    const folded = foldedPath(path);
    if (state.seen.has(folded))
      throw refused(shown(state, path), "differs from another name only in case or Unicode form");
    state.seen.add(folded);
    try {
      await takeEntry(state, folder, entry, path, above);
    } catch (error) {
      throw refusalOf(error, shown(state, path));
    }
  }
}

async function entriesOf(state: Walk, folder: OpenFolder, above: readonly string[]): Promise<Dirent[]> {
  const found: Dirent[] = [];
  for await (const entry of await opendir(pathIn(folder))) {
    if (++state.entries > MAX_ENTRIES)
      throw refused(shown(state, above.join("/")), `contains more than ${MAX_ENTRIES} entries`, MAX_ENTRIES);
    found.push(entry);
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function takeEntry(
  state: Walk,
  folder: OpenFolder,
  entry: Dirent,
  path: string,
  above: readonly string[],
): Promise<void> {
  const kind = kindOf(entry) ?? kindOf(await lstat(pathIn(folder, entry.name)));
  if (kind === "folder") {
    if (above.length + 1 > MAX_DEPTH)
      throw refused(shown(state, path), `is nested more than ${MAX_DEPTH} folders deep`, MAX_DEPTH);
    const inner = await openFolderIn(folder, entry.name);
    try {
      await walkFolder(state, inner, [...above, entry.name]);
    } finally {
      await inner.handle.close();
    }
  } else if (kind === "file") await takeFile(state, folder, entry.name, path);
  else if (kind === "link") await takeLinked(state, path);
  else throw refused(shown(state, path), "is neither a file nor a folder");
}

const kindOf = (entry: Dirent | Stats): "folder" | "file" | "link" | "special" | undefined => {
  if (entry.isDirectory()) return "folder";
  if (entry.isFile()) return "file";
  if (entry.isSymbolicLink()) return "link";
  const isSpecial = entry.isFIFO() || entry.isSocket() || entry.isBlockDevice() || entry.isCharacterDevice();
  return isSpecial ? "special" : undefined;
};

async function takeFile(
  state: Walk,
  folder: OpenFolder,
  name: string,
  path: string,
  otherwise = "is neither a file nor a folder",
): Promise<void> {
  const handle = await openFileIn(folder, name);
  try {
    // Of the open file: the name may refer to another file by now.
    const stats = await handle.stat();
    if (!stats.isFile()) throw refused(shown(state, path), otherwise);
    // Another name of the file may be outside the workspace, where the caller could not read it.
    if (stats.nlink > 1)
      throw refused(shown(state, path), `is a hard link: the file has ${stats.nlink} names. Publish a copy instead`);
    await state.take({ path, handle, size: stats.size });
  } finally {
    await handle.close();
  }
}

/** Takes the target of a link if it is a published file of the same folder. */
async function takeLinked(state: Walk, path: string): Promise<void> {
  const { folder } = state.root;
  const target = relative(folder.path, await realpath(join(folder.path, path)));
  const parts = target.split(sep);
  if (parts[0] === ".." || isAbsolute(target))
    throw refused(shown(state, path), "is a link to a target outside the folder");
  if (parts.some(isExcluded)) throw refused(shown(state, path), "is a link to a file that is never published");
  const opened: OpenFolder[] = [];
  try {
    for (const part of parts.slice(0, -1)) opened.push(await openFolderIn(opened.at(-1) ?? folder, part));
    await takeFile(
      state,
      opened.at(-1) ?? folder,
      parts.at(-1) ?? "",
      path,
      "is a link to something that is not a file",
    );
  } finally {
    for (const { handle } of opened) await handle.close();
  }
}
