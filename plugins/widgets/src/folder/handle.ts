import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { join } from "node:path";

/** A folder that is held open: what is opened in it is in this very folder, whatever is put in its place meanwhile. */
export interface OpenFolder {
  readonly handle: FileHandle;
  /** Absolute, free of links when it was opened. Never for answers. */
  readonly path: string;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = constants;
/** Windows knows none of these. */
const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Node has no `openat`. Linux offers it as a path: below `/proc/self/fd/<n>` stands what is in the folder that is open
 * as `n`. Elsewhere the path is opened, and what was opened compared with what the path leads to without any link.
 */
const byDescriptor = process.platform === "linux";

export type Way = "descriptor" | "path";
const usual: Way = byDescriptor ? "descriptor" : "path";

/** Where the system finds what stands under a name in an open folder. */
export function placeIn({ handle, path }: OpenFolder, name = "", way: Way = usual): string {
  return way === "descriptor" ? `/proc/self/fd/${handle.fd}/${name}` : join(path, name);
}

/** Opens a folder by its path, which must hold no link. */
export async function openFolder(path: string): Promise<OpenFolder> {
  return { handle: await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), path };
}

/** Opens a folder within a folder. A link is refused with `ELOOP` or `ENOTDIR`. */
export async function openFolderIn(parent: OpenFolder, name: string, way: Way = usual): Promise<OpenFolder> {
  const handle = await openIn(parent, name, O_RDONLY | O_DIRECTORY, way);
  return { handle, path: join(parent.path, name) };
}

/** Opens a file within a folder to read it, whatever kind of file it is: a pipe that nobody writes to does not hold us up. */
export const openFileIn = (parent: OpenFolder, name: string, way: Way = usual): Promise<FileHandle> =>
  openIn(parent, name, O_RDONLY | O_NONBLOCK, way);

/** Makes a file within a folder; `EEXIST` where anything stands there. */
export const createFileIn = (parent: OpenFolder, name: string): Promise<FileHandle> =>
  open(placeIn(parent, name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o644);

async function openIn(parent: OpenFolder, name: string, flags: number, way: Way): Promise<FileHandle> {
  const handle = await open(placeIn(parent, name, way), flags | O_NOFOLLOW);
  if (way === "descriptor") return handle;
  try {
    await assertSame(handle, join(parent.path, name));
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** What is open is what stands at the path now, and the path leads there through no link. */
async function assertSame(handle: FileHandle, path: string): Promise<void> {
  const [opened, real, there] = [await handle.stat(), await realpath(path), await stat(path)];
  if (real === path && opened.dev === there.dev && opened.ino === there.ino) return;
  throw Object.assign(new Error("A link stands where none did"), { code: "ELOOP" });
}
