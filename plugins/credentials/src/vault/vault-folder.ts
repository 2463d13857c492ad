import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { BackendTrouble } from "../backends/backend.ts";
import type { Keychain } from "../keychain/keychain.ts";
import { fileTrouble } from "./files.ts";
import { type Head, readHead } from "./head.ts";
import { createKeyRing } from "./key-ring.ts";
import type { Key, KeyPlace } from "./keys.ts";
import type { VaultLocation } from "./location.ts";
import { LostKey, lostKey } from "./lost-key.ts";

/** The file of a secret, named `<id>.<name of its key>`. */
export interface SecretFile {
  readonly id: string;
  readonly key: string;
}

/** The folder of a vault and the places of its keys. */
export interface VaultFolder {
  readonly path: string;
  readonly places: readonly KeyPlace[];
  pathOf(id: string, key: string): string;
  files(): Promise<SecretFile[]>;
  /** Returns the head; throws if it is missing or damaged. */
  head(): Promise<Head>;
  /** Returns the head, or undefined if there is no vault yet: neither a head nor a secret. */
  headIfAny(): Promise<Head | undefined>;
  /** Finds a key by its name, first in the place named in the head, then in the other places. */
  keyOf(name: string, head: Head | undefined): Promise<Key | undefined>;
  /** Returns the current key. Throws LostKey if it is missing, BackendTrouble if its place cannot be used. */
  currentKey(head: Head): Promise<Key>;
  /** Runs `work` with the current key, and again if the key was rotated since the head was read. */
  withCurrentKey<T>(work: (head: Head, key: Key) => Promise<T>): Promise<T>;
  /** Creates and stores a new key, so that secrets sealed with it can be read immediately. */
  newHead(installation: string, keyIn?: Head["keyIn"]): Promise<Head>;
}

const FILE = /^((?:sec|seal)_[0-9a-f]{24})\.([0-9a-f]{32})$/;

export const createInstallation = (): string => `inst_${randomBytes(12).toString("hex")}`;

const MISSING = {
  reason: "its vault.json is missing",
  help: 'Restore the file, or run "postern credentials vault rotate"',
};

export function openVaultFolder(location: VaultLocation, keychain: Keychain): VaultFolder {
  const ring = createKeyRing(location, keychain);
  const { folder } = location;
  const keyOf: VaultFolder["keyOf"] = (name, head) => ring.find(name, head);

  async function files(): Promise<SecretFile[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw fileTrouble(error);
    });
    return names
      .map((name) => FILE.exec(name))
      .filter((found) => found !== null)
      .map(([, id = "", key = ""]) => ({ id, key }));
  }

  async function head(): Promise<Head> {
    const found = await readHead(folder);
    if (found) return found;
    throw new BackendTrouble(MISSING);
  }

  async function headIfAny(): Promise<Head | undefined> {
    const found = await readHead(folder);
    if (found || (await files()).length === 0) return found;
    // Another process may have created the vault between the two reads.
    return head();
  }

  async function currentKey(head: Head): Promise<Key> {
    const key = await keyOf(head.key, head);
    if (key) return key;
    throw lostKey(head.keyIn);
  }

  return {
    path: folder,
    places: ring.places,
    keyOf,
    pathOf: (id, key) => join(folder, `${id}.${key}`),
    files,
    head,
    headIfAny,
    currentKey,
    async withCurrentKey(work) {
      for (;;) {
        const now = await head();
        try {
          return await work(now, await currentKey(now));
        } catch (error) {
          if (!(error instanceof LostKey) || (await head()).key === now.key) throw error;
        }
      }
    },
    async newHead(installation, keyIn) {
      const made = await ring.create(installation, keyIn);
      return { v: 1, installation, key: made.key.name, keyIn: made.keyIn };
    },
  };
}
