import { join } from "node:path";
import { BackendTrouble } from "../backends/backend.ts";
import { createAtomically, readText, writeAtomically } from "./files.ts";

/** The metadata of a vault, stored in `vault.json`. */
export interface Head {
  readonly v: 1;
  /** Distinguishes its keys from those of other vaults of the same user. */
  readonly installation: string;
  /** The name of the key with which secrets are encrypted. */
  readonly key: string;
  readonly keyIn: "keychain" | "file";
}

const pathOf = (folder: string) => join(folder, "vault.json");
const text = (head: Head) => `${JSON.stringify(head)}\n`;

/** Undefined if there is no vault yet. */
export async function readHead(folder: string): Promise<Head | undefined> {
  const found = await readText(pathOf(folder));
  if (found === undefined) return undefined;
  const head = parsed(found);
  if (head) return head;
  throw new BackendTrouble({
    reason: "its vault.json is damaged",
    help: 'Repair it with "postern credentials vault rotate"',
  });
}

/** Returns false if a head already exists. */
export const createHead = (folder: string, head: Head): Promise<boolean> =>
  createAtomically(pathOf(folder), text(head));

export const writeHead = (folder: string, head: Head): Promise<void> => writeAtomically(pathOf(folder), text(head));

function parsed(found: string): Head | undefined {
  try {
    const { v, installation, key, keyIn } = JSON.parse(found) as Head;
    const isHead = v === 1 && /^inst_[0-9a-f]{24}$/.test(installation) && /^[0-9a-f]{32}$/.test(key);
    return isHead && (keyIn === "keychain" || keyIn === "file") ? { v, installation, key, keyIn } : undefined;
  } catch {
    return undefined;
  }
}
