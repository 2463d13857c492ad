import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Exit, Refusal } from "./exit.ts";

/** The file with the saved keys of all data folders. */
export const savedKeysFile = (home: string): string => join(home, "keys.json");

/** Keys by data folder, and by data folder and program. */
type Saved = Record<string, string>;

/** The key that `postern init` saved for a data folder, or the one of a program that calls it, by name. */
export function savedKey(home: string, data: string, program?: string): string | undefined {
  return readAll(home)[nameOf(data, program)];
}

/** Saves a key in the user's configuration folder with mode 0600; never in the data folder. */
export function saveKey(home: string, data: string, key: string, program?: string): void {
  write(home, { ...readAll(home), [nameOf(data, program)]: key });
}

/** Removes the saved key of a program. */
export function removeKey(home: string, data: string, program: string): void {
  const { [nameOf(data, program)]: _, ...others } = readAll(home);
  write(home, others);
}

function write(home: string, keys: Saved): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const next = `${savedKeysFile(home)}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  renameSync(next, savedKeysFile(home));
}

/** A file that cannot be read is refused, because saving a key would remove all others from it. */
function readAll(home: string): Saved {
  const file = savedKeysFile(home);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Saved;
  } catch {
    // The reason could quote a key.
    throw new Refusal(`The saved keys in ${file} cannot be read. Fix the file or remove it`, Exit.failed);
  }
}

/** Resolves symbolic links, so that a folder has one name. */
const nameOf = (data: string, program?: string): string =>
  (existsSync(data) ? realpathSync(data) : data) + (program === undefined ? "" : `#${program}`);
