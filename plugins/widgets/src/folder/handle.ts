import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { join } from "node:path";

/** An open folder. Files are opened through its handle, so replacing the folder at its path has no effect. */
export interface OpenFolder {
  readonly handle: FileHandle;
  /** Absolute path without links at the time of opening. Must not be part of an answer. */
  readonly path: string;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;
/** Not available on Windows. */
const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Node has no `openat`. On Linux, `/proc/self/fd/<n>/` is the folder with the descriptor `n`, which has the same
 * effect. On other systems, the path is opened, and the open file is compared with the file at the path, which must
 * have no links.
 */
const byDescriptor = process.platform === "linux";

export type OpenMethod = "descriptor" | "path";
const defaultMethod: OpenMethod = byDescriptor ? "descriptor" : "path";

/** The path of an entry of an open folder. */
export function pathIn({ handle, path }: OpenFolder, name = "", method: OpenMethod = defaultMethod): string {
  return method === "descriptor" ? `/proc/self/fd/${handle.fd}/${name}` : join(path, name);
}

/** Opens a folder by a path that must not contain links. */
export async function openFolder(path: string): Promise<OpenFolder> {
  return { handle: await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), path };
}

/** Opens a folder in a folder. Links are rejected with `ELOOP` or `ENOTDIR`. */
export async function openFolderIn(
  parent: OpenFolder,
  name: string,
  method: OpenMethod = defaultMethod,
): Promise<OpenFolder> {
  const handle = await openIn(parent, name, O_RDONLY | O_DIRECTORY, method);
  return { handle, path: join(parent.path, name) };
}

/** Opens a file in a folder for reading. Without blocking, so that a pipe without a writer does not wait forever. */
export const openFileIn = (parent: OpenFolder, name: string, method: OpenMethod = defaultMethod): Promise<FileHandle> =>
  openIn(parent, name, O_RDONLY | O_NONBLOCK, method);

/** Creates a file in a folder. Fails with `EEXIST` if the name exists. */
export const createFileIn = (parent: OpenFolder, name: string): Promise<FileHandle> =>
  open(pathIn(parent, name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);

async function openIn(parent: OpenFolder, name: string, flags: number, method: OpenMethod): Promise<FileHandle> {
  const handle = await open(pathIn(parent, name, method), flags | O_NOFOLLOW);
  if (method === "descriptor") return handle;
  try {
    await assertSame(handle, join(parent.path, name));
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Checks that the open file is the file at the path, and that the path has no links. */
async function assertSame(handle: FileHandle, path: string): Promise<void> {
  const [opened, real, there] = [await handle.stat(), await realpath(path), await stat(path)];
  if (real === path && opened.dev === there.dev && opened.ino === there.ino) return;
  throw Object.assign(new Error("The path was replaced by a symbolic link"), { code: "ELOOP" });
}
