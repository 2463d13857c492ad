import { randomBytes } from "node:crypto";
import { access, constants, lstat, mkdir, open, opendir, realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CatalogFull, ProfileExists } from "../errors.ts";
import { MAX_PROFILES } from "../limits.ts";
import { codeOf, isAbsent, unwritable } from "./fault.ts";
import type { Location } from "./location.ts";
import { makeCatalog, openCatalog } from "./open.ts";

/** Folders that are being created or removed. The leading dot keeps them from being listed as profiles. */
const UNFINISHED = /^\.(new|gone)-[a-z0-9_-]+-[0-9a-f]{12}$/;
/** Milliseconds after which an unfinished folder is considered abandoned. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;
/** Errors of a rename whose target exists; they differ between operating systems. */
const TARGET_EXISTS = ["ENOTEMPTY", "EEXIST", "ENOTDIR", "EISDIR"];

const unfinished = (root: string, kind: "new" | "gone", id: string): string =>
  join(root, `.${kind}-${id}-${randomBytes(6).toString("hex")}`);

/** Throws the errors that writing a profile would cause, as far as they can be detected without writing. */
export async function assertWritable(location: Location, id: string): Promise<void> {
  try {
    const root = await openCatalog(location);
    if (root) await assertFree(location, root, id);
    await access(root ?? (await nearestFolder(location)), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(location, error);
  }
}

/**
 * Writes the files of a new profile atomically: into a hidden folder, which is flushed to disk and then renamed. Never
 * replaces an existing profile, even with concurrent writers.
 */
export async function writeFolder(
  location: Location,
  id: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    const root = await makeCatalog(location);
    await assertFree(location, root, id);
    await sweep(root);
    const draft = unfinished(root, "new", id);
    await mkdir(draft);
    try {
      for (const [name, text] of Object.entries(files)) await writeFlushed(join(draft, name), text);
      await flushFolder(draft);
      await rename(draft, join(root, id));
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw TARGET_EXISTS.includes(codeOf(error) ?? "")
        ? ProfileExists({ profileId: id, source: location.source })
        : error;
    }
    await flushFolder(root);
  } catch (error) {
    throw unwritable(location, error);
  }
}

/** Removes a profile: renames it first, then deletes its files without following links. False if it did not exist. */
export async function removeFolder(location: Location, id: string): Promise<boolean> {
  try {
    const root = await openCatalog(location);
    if (!root) return false;
    const removedPath = unfinished(root, "gone", id);
    await rename(join(root, id), removedPath);
    await flushFolder(root);
    // The profile is already removed; leftover files are deleted by the next sweep.
    await rm(removedPath, { recursive: true, force: true }).catch(() => {});
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw unwritable(location, error);
  }
}

async function assertFree(location: Location, root: string, id: string): Promise<void> {
  const { source } = location;
  // Checked explicitly, because a rename would replace an empty folder.
  if (await exists(join(root, id))) throw ProfileExists({ profileId: id, source });
  let profiles = 0;
  for await (const entry of await opendir(root)) {
    if (entry.isDirectory() && !entry.name.startsWith(".")) profiles++;
    if (profiles >= MAX_PROFILES) throw CatalogFull({ source, limit: MAX_PROFILES });
  }
}

/** The deepest existing folder on the path to the catalog. */
async function nearestFolder({ source, base, steps }: Location): Promise<string> {
  // The configuration folder can be created with its parents; the workspace must exist.
  if (source === "workspace") await realpath(base);
  let path = join(base, ...steps);
  while (!(await exists(path))) path = dirname(path);
  return path;
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

async function writeFlushed(path: string, text: string): Promise<void> {
  const handle = await open(path, "wx");
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Not every system can flush folders. Without it, a power failure may undo the rename, but never leaves partial files.
 */
async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** Deletes unfinished folders left by a crash. Uses the system clock, because file times come from it. */
async function sweep(root: string): Promise<void> {
  for await (const { name } of await opendir(root)) {
    if (!UNFINISHED.test(name)) continue;
    const stat = await lstat(join(root, name)).catch(() => undefined);
    if (!stat || Date.now() - stat.ctimeMs < ABANDONED_AFTER_MS) continue;
    // A folder that cannot be deleted does no harm.
    await rm(join(root, name), { recursive: true, force: true }).catch(() => {});
  }
}
