import { createHash, randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { BackendTrouble } from "../backends/backend.ts";
import type { Keychain } from "../keychain/keychain.ts";
import { fileTrouble, readText, removeFile, writeAtomically } from "./files.ts";

/** A key of 256 bits, and the name by which files refer to it. The name does not reveal the key. */
export interface Key {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Stores keys by their names. Names of key files also contain the installation, for people who look at them. */
export interface KeyPlace {
  readonly kind: "keychain" | "file";
  get(installation: string, name: string): Promise<Key | undefined>;
  put(installation: string, key: Key): Promise<void>;
  remove(installation: string, name: string): Promise<void>;
}

const LENGTH = 32;

export function createKey(): Key {
  const bytes = randomBytes(LENGTH);
  return { name: nameOf(bytes), bytes };
}

const nameOf = (bytes: Buffer): string =>
  createHash("sha256").update("postern vault key\n").update(bytes).digest("hex").slice(0, 32);

/** Parses a stored key; undefined if the text is not the key of this name. */
function keyIn(text: string, name: string): Key | undefined {
  const bytes = Buffer.from(text.trim(), "base64url");
  return bytes.length === LENGTH && nameOf(bytes) === name ? { name, bytes } : undefined;
}

/** The service of the keychain's entries with the keys of vaults. */
export const KEYS_SERVICE = "postern-vault";

export function keysInKeychain(keychain: Keychain): KeyPlace {
  return {
    kind: "keychain",
    async get(_installation, name) {
      const text = await keychain.get(KEYS_SERVICE, name);
      return text === undefined ? undefined : keyIn(text, name);
    },
    put: (_installation, { name, bytes }) => keychain.set(KEYS_SERVICE, name, bytes.toString("base64url")),
    async remove(_installation, name) {
      await keychain.remove(KEYS_SERVICE, name);
    },
  };
}

/** The name of the file of a key. */
export const fileOf = (installation: string, name: string): string => `${installation}.${name}.key`;

export function keysInFolder(folder: string): KeyPlace {
  /** If the installation is unknown because vault.json was lost, the name of the key is enough. */
  async function find(installation: string, name: string): Promise<string | undefined> {
    const names = await readdir(folder).catch(() => []);
    const own = names.find((file) => file === fileOf(installation, name));
    const found = own ?? names.find((file) => file.endsWith(`.${name}.key`));
    return found && join(folder, found);
  }

  return {
    kind: "file",
    async get(installation, name) {
      const path = await find(installation, name);
      if (!path || !(await isPrivate(path))) return undefined;
      const text = await readText(path);
      return text === undefined ? undefined : keyIn(text, name);
    },
    put: (installation, { name, bytes }) =>
      writeAtomically(join(folder, fileOf(installation, name)), `${bytes.toString("base64url")}\n`),
    async remove(installation, name) {
      const path = await find(installation, name);
      if (path) await removeFile(path);
    },
  };
}

/** Throws if other users can read the key file. Returns false if the file does not exist. */
async function isPrivate(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw fileTrouble(error);
  });
  if (!found || process.platform === "win32" || (found.mode & 0o077) === 0) return found !== undefined;
  throw new BackendTrouble({
    reason: "the file of its key can be read by other users",
    help: 'Run "chmod 600" on the file in vault-keys of the configuration folder, then "postern credentials vault rotate"',
  });
}
