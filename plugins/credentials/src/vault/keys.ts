import { createHash, randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { BackendTrouble } from "../backends/backend.ts";
import type { Keychain } from "../keychain/keychain.ts";
import { readText, removeFile, told, writeWhole } from "./files.ts";

/** A key of 256 bits and the name by which files say that they need it. The name tells nothing of the key. */
export interface Key {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Where keys lie, each under its own name; files tell the installation too, for people who look at them. */
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

/** A key as it is kept; undefined where the text is another one's, or none. */
function keyIn(text: string, name: string): Key | undefined {
  const bytes = Buffer.from(text.trim(), "base64url");
  return bytes.length === LENGTH && nameOf(bytes) === name ? { name, bytes } : undefined;
}

const SERVICE = "postern-vault";

export function keysInKeychain(keychain: Keychain): KeyPlace {
  return {
    kind: "keychain",
    async get(_installation, name) {
      const text = await keychain.get(SERVICE, name);
      return text === undefined ? undefined : keyIn(text, name);
    },
    put: (_installation, { name, bytes }) => keychain.set(SERVICE, name, bytes.toString("base64url")),
    async remove(_installation, name) {
      await keychain.remove(SERVICE, name);
    },
  };
}

export function keysInFolder(folder: string): KeyPlace {
  /** The name of a key is enough to know it by, where the installation's was lost with the head of the vault. */
  async function find(installation: string, name: string): Promise<string | undefined> {
    const names = await readdir(folder).catch(() => []);
    const own = names.find((one) => one === `${installation}.${name}.key`);
    const found = own ?? names.find((one) => one.endsWith(`.${name}.key`));
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
      writeWhole(join(folder, `${installation}.${name}.key`), `${bytes.toString("base64url")}\n`),
    async remove(installation, name) {
      const path = await find(installation, name);
      if (path) await removeFile(path);
    },
  };
}

/** A key that others can read is none any more: that is told before it is used. Answers false where there is no file. */
async function isPrivate(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw told(error);
  });
  if (!found || process.platform === "win32" || (found.mode & 0o077) === 0) return found !== undefined;
  throw new BackendTrouble({
    reason: "the file of its key can be read by others",
    help: "chmod 600 the file in vault-keys of the configuration folder, then postern credentials vault rotate --execute",
  });
}
