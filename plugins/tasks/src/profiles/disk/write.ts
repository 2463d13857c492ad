import { randomBytes } from "node:crypto";
import { access, constants, lstat, mkdir, open, opendir, realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CatalogFull, ProfileExists } from "../errors.ts";
import { MOST_PROFILES } from "../limits.ts";
import { codeOf, isAbsent, unwritable } from "./fault.ts";
import { makePlace, openPlace } from "./open.ts";
import type { Place } from "./place.ts";

/** Folders that are being made or taken away; their names begin with a dot, so that they count as no profile. */
const UNFINISHED = /^\.(new|gone)-[a-z0-9_-]+-[0-9a-f]{12}$/;
/** Milliseconds after which nobody is at work on one any more. */
const ABANDONED = 60 * 60 * 1000;
/** What a rename answers where something stands already, on one system or another. */
const TAKEN = ["ENOTEMPTY", "EEXIST", "ENOTDIR", "EISDIR"];

const unfinished = (root: string, kind: "new" | "gone", id: string): string =>
  join(root, `.${kind}-${id}-${randomBytes(6).toString("hex")}`);

/** Throws what writing a profile would throw, as far as that can be seen without writing. */
export async function assertWritable(place: Place, id: string): Promise<void> {
  try {
    const root = await openPlace(place);
    if (root) await assertFree(place, root, id);
    await access(root ?? (await nearestFolder(place)), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(place, error);
  }
}

/**
 * Writes the files of a new profile, all of them or none: into a folder that counts as no profile, flushed to the disk,
 * then renamed. Never over something that is there, whoever comes first.
 */
export async function writeFolder(place: Place, id: string, files: Readonly<Record<string, string>>): Promise<void> {
  try {
    const root = await makePlace(place);
    await assertFree(place, root, id);
    await sweep(root);
    const draft = unfinished(root, "new", id);
    await mkdir(draft);
    try {
      for (const [name, text] of Object.entries(files)) await writeFlushed(join(draft, name), text);
      await flushFolder(draft);
      await rename(draft, join(root, id));
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw TAKEN.includes(codeOf(error) ?? "") ? ProfileExists({ profileId: id, source: place.source }) : error;
    }
    await flushFolder(root);
  } catch (error) {
    throw unwritable(place, error);
  }
}

/** Takes a profile away: out of sight at once, then from the disk, through no link. False where there was none. */
export async function removeFolder(place: Place, id: string): Promise<boolean> {
  try {
    const root = await openPlace(place);
    if (!root) return false;
    const gone = unfinished(root, "gone", id);
    await rename(join(root, id), gone);
    await flushFolder(root);
    // It is gone as a profile; what is left of it now, the next sweep takes.
    await rm(gone, { recursive: true, force: true }).catch(() => {});
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw unwritable(place, error);
  }
}

async function assertFree(place: Place, root: string, id: string): Promise<void> {
  const { source } = place;
  // A rename would take the place of an empty folder, so it is not left to the rename to find out.
  if (await isThere(join(root, id))) throw ProfileExists({ profileId: id, source });
  let profiles = 0;
  for await (const entry of await opendir(root)) {
    if (entry.isDirectory() && !entry.name.startsWith(".")) profiles++;
    if (profiles >= MOST_PROFILES) throw CatalogFull({ source, limit: MOST_PROFILES });
  }
}

/** The last folder on the way to a catalog that is there. */
async function nearestFolder({ source, base, steps }: Place): Promise<string> {
  // The folder for configuration is made with all that it lies in; a workspace has to be there.
  if (source === "workspace") await realpath(base);
  let path = join(base, ...steps);
  while (!(await isThere(path))) path = dirname(path);
  return path;
}

async function isThere(path: string): Promise<boolean> {
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

/** Not every system flushes folders; where it cannot be done, a power cut may take a new name back, never half a file. */
async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** Takes away what a crash has left of ours. Their age is of the disk's clock, so it is compared with the machine's. */
async function sweep(root: string): Promise<void> {
  for await (const { name } of await opendir(root)) {
    if (!UNFINISHED.test(name)) continue;
    const stat = await lstat(join(root, name)).catch(() => undefined);
    if (!stat || Date.now() - stat.ctimeMs < ABANDONED) continue;
    // What cannot be taken away is in nobody's way.
    await rm(join(root, name), { recursive: true, force: true }).catch(() => {});
  }
}
