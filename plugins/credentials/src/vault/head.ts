import { join } from "node:path";
import { BackendTrouble } from "../backends/backend.ts";
import { readText, writeFirst, writeWhole } from "./files.ts";

/** What a vault says of itself, in `vault.json`. */
export interface Head {
  readonly v: 1;
  /** By which its keys are told from those of other vaults of the same user. */
  readonly installation: string;
  /** The name of the key that secrets are written under. */
  readonly key: string;
  readonly keyIn: "keychain" | "file";
}

const pathOf = (folder: string) => join(folder, "vault.json");
const text = (head: Head) => `${JSON.stringify(head)}\n`;

/** Undefined where there is no vault yet. */
export async function readHead(folder: string): Promise<Head | undefined> {
  const found = await readText(pathOf(folder));
  if (found === undefined) return undefined;
  const head = parsed(found);
  if (head) return head;
  throw new BackendTrouble({ reason: "its vault.json is damaged", help: "postern credentials vault rotate --execute" });
}

/** Answers false where there is one already. */
export const writeFirstHead = (folder: string, head: Head): Promise<boolean> => writeFirst(pathOf(folder), text(head));

export const writeHead = (folder: string, head: Head): Promise<void> => writeWhole(pathOf(folder), text(head));

function parsed(found: string): Head | undefined {
  try {
    const { v, installation, key, keyIn } = JSON.parse(found) as Head;
    const isHead = v === 1 && /^inst_[0-9a-f]{24}$/.test(installation) && /^[0-9a-f]{32}$/.test(key);
    return isHead && (keyIn === "keychain" || keyIn === "file") ? { v, installation, key, keyIn } : undefined;
  } catch {
    return undefined;
  }
}
