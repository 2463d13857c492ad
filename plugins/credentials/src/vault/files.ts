import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BackendTrouble } from "../backends/backend.ts";

/** Writes a file whole, for its owner alone: who reads it, also after a crash, sees the old text, the new one, or no file. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await written(path, text, (made) => rename(made, path));
}

/** The same where there is no such file yet; answers false, and writes nothing, where there is. */
export async function writeFirst(path: string, text: string): Promise<boolean> {
  return written(path, text, async (made) => {
    try {
      // Unlike a rename, a link replaces nothing.
      await link(made, path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  });
}

async function written<T>(path: string, text: string, put: (made: string) => Promise<T>): Promise<T> {
  const folder = dirname(path);
  const made = join(folder, `.${randomBytes(8).toString("hex")}.new`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(made, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    const result = await put(made);
    await syncFolder(folder);
    return result;
  } catch (error) {
    throw told(error);
  } finally {
    await rm(made, { force: true }).catch(() => {});
  }
}

/** The text of a file; undefined where there is none. */
export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw told(error);
  }
}

/** Removes a file; answers whether there was one. */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await rm(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw told(error);
  }
}

/** A new name is only sure to be there after a power cut when its folder was written too. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** What the system says of files names the path, which nobody is to learn. */
export function told(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" || !/^E[A-Z]+$/.test(code)) return error;
  return new BackendTrouble({ reason: `its files cannot be read or written (${code})`, help: helpFor(code) });
}

const helpFor = (code: string): string =>
  code === "ENOSPC" ? "make room on its disk" : "see to it that this user may read and write its folder";
