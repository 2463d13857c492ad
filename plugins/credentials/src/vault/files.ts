import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BackendTrouble } from "../backends/backend.ts";

/**
 * Writes a file atomically, readable by its owner only: even after a crash, readers see the old text, the new text or
 * no file.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  await writeTemporary(path, text, (temporary) => rename(temporary, path));
}

/** Writes a new file atomically. Returns false and writes nothing if the file already exists. */
export async function createAtomically(path: string, text: string): Promise<boolean> {
  return writeTemporary(path, text, async (temporary) => {
    try {
      // Unlike a rename, a link replaces nothing.
      await link(temporary, path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  });
}

async function writeTemporary<T>(path: string, text: string, put: (temporary: string) => Promise<T>): Promise<T> {
  const folder = dirname(path);
  const temporary = join(folder, `.${randomBytes(8).toString("hex")}.new`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    const result = await put(temporary);
    await syncFolder(folder);
    return result;
  } catch (error) {
    throw fileTrouble(error);
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

/** Reads a file; undefined if it does not exist. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw fileTrouble(error);
  }
}

/** Removes a file and returns whether it existed. */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw fileTrouble(error);
  }
}

/** A new file name survives a power failure only if its folder is synced too. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** Replaces a file system error, whose message contains the path, by one that does not reveal it. */
export function fileTrouble(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" || !/^E[A-Z]+$/.test(code)) return error;
  return new BackendTrouble({ reason: `its files cannot be read or written (${code})`, help: helpFor(code) });
}

const helpFor = (code: string): string =>
  code === "ENOSPC" ? "Free up space on its disk" : "Check that this user may read and write its folder";
