import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import envPaths from "env-paths";

/** Older values are removed. */
const MAX_AGE = 24 * 60 * 60_000;

const folderOf = (): string => join(envPaths("postern", { suffix: "" }).cache, "completion");

/** A value that was kept, with its age in milliseconds. */
interface Kept {
  readonly value: unknown;
  readonly age: number;
}

/** A small cache of files that only the user can read. A cache that cannot be read or written is empty. */
export const cache = {
  async get(key: string): Promise<Kept | undefined> {
    try {
      const file = fileOf(key);
      const [text, { mtimeMs }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
      return { value: JSON.parse(text), age: Date.now() - mtimeMs };
    } catch {
      return undefined;
    }
  },
  async put(key: string, value: unknown): Promise<void> {
    const file = fileOf(key);
    const unfinished = `${file}.${process.pid}`;
    try {
      await mkdir(folderOf(), { recursive: true, mode: 0o700 });
      await writeFile(unfinished, JSON.stringify(value), { mode: 0o600 });
      await rename(unfinished, file);
      await removeOld();
    } catch {
      // Completion works without it.
    }
  },
};

/** The key may hold a token, so it is not part of the name. */
const fileOf = (key: string): string => join(folderOf(), createHash("sha256").update(key).digest("hex").slice(0, 32));

async function removeOld(): Promise<void> {
  for (const name of await readdir(folderOf())) {
    const file = join(folderOf(), name);
    if (Date.now() - (await stat(file)).mtimeMs > MAX_AGE) await rm(file, { force: true });
  }
}
