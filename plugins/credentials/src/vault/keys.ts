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

/** Where keys lie, each under the installation that it is of and its own name. */
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
  const accountOf = (installation: string, name: string) => `${installation}.${name}`;
  return {
    kind: "keychain",
    async get(installation, name) {
      const text = await keychain.get(SERVICE, accountOf(installation, name));
      return text === undefined ? undefined : keyIn(text, name);
    },
    put: (installation, { name, bytes }) =>
      keychain.set(SERVICE, accountOf(installation, name), bytes.toString("base64url")),
    async remove(installation, name) {
      await keychain.remove(SERVICE, accountOf(installation, name));
    },
  };
}

export function keysInFolder(folder: string): KeyPlace {
  const pathOf = (installation: string, name: string) => join(folder, `${installation}.${name}.key`);

  /** The name of a key is enough to know it by, where the installation's was lost with the head of the vault. */
  async function found(installation: string, name: string): Promise<string> {
    if (installation !== "") return pathOf(installation, name);
    const names = await readdir(folder).catch(() => []);
    return join(folder, names.find((one) => one.endsWith(`.${name}.key`)) ?? `.${name}.key`);
  }

  return {
    kind: "file",
    async get(installation, name) {
      const path = await found(installation, name);
      const text = await readText(path);
      if (text === undefined) return undefined;
      await assertPrivate(path);
      return keyIn(text, name);
    },
    put: (installation, { name, bytes }) => writeWhole(pathOf(installation, name), `${bytes.toString("base64url")}\n`),
    async remove(installation, name) {
      await removeFile(await found(installation, name));
    },
  };
}

/** A key that others can read is none any more: that is told before it is used on. */
async function assertPrivate(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const { mode } = await stat(path).catch((error: unknown) => {
    throw told(error);
  });
  if ((mode & 0o077) === 0) return;
  throw new BackendTrouble({
    reason: "the file of its key can be read by others",
    help: "chmod 600 the file in vault-keys of the configuration folder, then postern credentials vault rotate --execute",
  });
}
