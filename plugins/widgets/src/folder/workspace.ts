import { lstat, mkdir, readdir, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { NoWorkspace } from "../errors.ts";
import { type OpenFolder, openFolder, openFolderIn, pathIn } from "./handle.ts";
import { isDataFolder, isExcluded } from "./names.ts";
import { refusalOf, refused } from "./refuse.ts";

/** A folder of the workspace. */
export interface WorkFolder {
  readonly folder: OpenFolder;
  /** Path relative to the workspace; `.` is the workspace itself. */
  readonly dir: string;
}

const isOutside = (path: string): boolean => path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
const shown = (path: string): string => path.split(sep).join("/") || ".";

/** Opens a folder of the workspace for `work`. Rejects a path that does not exist, is not a folder, or is outside. */
export async function inFolder<T>(
  workspace: string | undefined,
  dir: string,
  work: (found: WorkFolder) => Promise<T>,
): Promise<T> {
  const root = await rootOf(workspace);
  const asked = within(root, workspace, dir);
  // Links to targets in the workspace are allowed here. The resolved path is then opened without following links.
  const real = await realpath(resolve(root, asked)).catch((error: unknown) => {
    throw refusalOf(error, shown(asked));
  });
  const path = relative(root, real);
  if (isOutside(path)) throw refused(shown(asked), "leads outside the workspace through a link");
  return descend(root, path, (parent, name) => openFolderIn(parent, name), work);
}

/** Like `inFolder`, but creates the folder if it does not exist. */
export async function inNewFolder<T>(
  workspace: string | undefined,
  dir: string,
  work: (found: WorkFolder) => Promise<T>,
): Promise<T> {
  const root = await rootOf(workspace);
  const openOrMake = async (parent: OpenFolder, name: string) => {
    await mkdir(pathIn(parent, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    return openFolderIn(parent, name);
  };
  return descend(root, within(root, workspace, dir), openOrMake, work);
}

/**
 * The path of a folder relative to the workspace. Paths outside are not accessed, so nothing about them is revealed.
 */
export async function dirIn(workspace: string | undefined, dir: string): Promise<string> {
  return shown(within(await rootOf(workspace), workspace, dir));
}

/** Whether a path of the workspace exists. */
export async function exists(workspace: string | undefined, dir: string): Promise<boolean> {
  const root = await rootOf(workspace);
  const found = await lstat(resolve(root, within(root, workspace, dir))).catch(() => undefined);
  return found !== undefined;
}

async function rootOf(workspace: string | undefined): Promise<string> {
  if (workspace === undefined) throw NoWorkspace({});
  return realpath(workspace).catch(() => {
    throw NoWorkspace({});
  });
}

function within(root: string, workspace: string | undefined, dir: string): string {
  const named = [root, resolve(workspace ?? root)].map((base) => relative(base, resolve(base, dir)));
  const path = named.find((one) => !isOutside(one));
  if (path === undefined) throw refused(isAbsolute(dir) ? "/" : dir, "is outside the workspace");
  return path;
}

/** Refuses the data folder of a gateway and what is in it: whoever may publish files must not read it. */
async function assertNoData(folder: OpenFolder, path: string): Promise<void> {
  if (isDataFolder(await readdir(pathIn(folder)))) throw refused(shown(path), "holds the data of a gateway");
}

async function descend<T>(
  root: string,
  path: string,
  step: (parent: OpenFolder, name: string) => Promise<OpenFolder>,
  work: (found: WorkFolder) => Promise<T>,
): Promise<T> {
  const opened = [await openFolder(root)];
  try {
    await assertNoData(opened[0] as OpenFolder, path);
    for (const name of path.split(sep).filter((part) => part !== "")) {
      if (isExcluded(name)) throw refused(shown(path), `is never published, because of the name ${name} in its path`);
      try {
        opened.push(await step(opened.at(-1) as OpenFolder, name));
      } catch (error) {
        throw refusalOf(error, shown(path));
      }
      await assertNoData(opened.at(-1) as OpenFolder, path);
    }
    return await work({ folder: opened.at(-1) as OpenFolder, dir: shown(path) });
  } finally {
    for (const { handle } of opened) await handle.close();
  }
}
