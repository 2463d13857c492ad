import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { BackendTrouble } from "../backends/backend.ts";
import type { Keychain } from "../keychain/keychain.ts";
import { told } from "./files.ts";
import { type Head, readHead } from "./head.ts";
import { createKey, type Key, type KeyPlace, keysInFolder, keysInKeychain } from "./keys.ts";
import type { Where } from "./where.ts";

/** A secret's file: `<id>.<name of its key>`. */
export interface SecretFile {
  readonly id: string;
  readonly key: string;
}

/** The folder of a vault, and the places of its keys. */
export interface Room {
  readonly folder: string;
  readonly places: readonly KeyPlace[];
  pathOf(id: string, key: string): string;
  files(): Promise<SecretFile[]>;
  /** The head; throws where it is missing or damaged. */
  head(): Promise<Head>;
  /** The same; undefined where there is no vault yet: no head, and no secret that would need one. */
  headIfAny(): Promise<Head | undefined>;
  /** A key by its name, in the place that the head tells, else wherever it is found. */
  keyOf(name: string, head: Head | undefined): Promise<Key | undefined>;
  /** The key that secrets are written under. Throws LostKey where it is gone, BackendTrouble where its place does not work. */
  presentKey(head: Head): Promise<Key>;
  /** Runs `work` with the present key; once more where that has been changed, and removed, since the head was read. */
  steady<T>(work: (head: Head, key: Key) => Promise<T>): Promise<T>;
  /** A new key, put into its place already: what is sealed with it can be read from the first moment on. */
  freshHead(installation: string, keyIn?: Head["keyIn"]): Promise<Head>;
}

/** The place of the key works, and the key is not in it. */
export class LostKey extends BackendTrouble {}

const FILE = /^((?:sec|seal)_[0-9a-f]{24})\.([0-9a-f]{32})$/;

export const createInstallation = (): string => `inst_${randomBytes(12).toString("hex")}`;

const MISSING = {
  reason: "its vault.json is missing",
  help: "put it back, or postern credentials vault rotate --execute",
};

export function openRoom({ folder, keys, keychain: mayKeychain }: Where, keychain: Keychain): Room {
  const places: KeyPlace[] = [
    ...(mayKeychain ? [keysInKeychain(keychain)] : []),
    ...(keys === undefined ? [] : [keysInFolder(keys)]),
  ];

  async function keyOf(name: string, head: Head | undefined): Promise<Key | undefined> {
    const [likely, others] = [true, false].map((is) =>
      places.filter(({ kind }) => (head === undefined || kind === head.keyIn) === is),
    ) as [KeyPlace[], KeyPlace[]];
    for (const place of likely) {
      const key = await place.get(head?.installation ?? "", name);
      if (key) return key;
    }
    for (const place of others) {
      const key = await place.get(head?.installation ?? "", name).catch(() => undefined);
      if (key) return key;
    }
    return undefined;
  }

  async function files(): Promise<SecretFile[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw told(error);
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
    // Another process may have begun between the two looks.
    return head();
  }

  async function presentKey(head: Head): Promise<Key> {
    const key = await keyOf(head.key, head);
    if (key) return key;
    const where = head.keyIn === "keychain" ? "the keychain" : "a file of the configuration folder";
    throw new LostKey({
      reason: `its key, which belongs into ${where}, is not there or is another one`,
      help: "put the key back; or postern credentials vault rotate --execute, which leaves what cannot be read",
    });
  }

  return {
    folder,
    places,
    keyOf,
    pathOf: (id, key) => join(folder, `${id}.${key}`),
    files,
    head,
    headIfAny,
    presentKey,
    async steady(work) {
      for (;;) {
        const now = await head();
        try {
          return await work(now, await presentKey(now));
        } catch (error) {
          if (!(error instanceof LostKey) || (await head()).key === now.key) throw error;
        }
      }
    },
    async freshHead(installation, keyIn) {
      const key = createKey();
      let trouble: unknown = new BackendTrouble({
        reason: "there is no place for its key",
        help: "configure home, or vault.keys, of the credentials group",
      });
      const wanted = places.filter(({ kind }) => keyIn === undefined || kind === keyIn);
      for (const place of wanted.length > 0 ? wanted : places) {
        try {
          await place.put(installation, key);
          return { v: 1, installation, key: key.name, keyIn: place.kind };
        } catch (error) {
          trouble = error;
        }
      }
      throw trouble;
    },
  };
}
