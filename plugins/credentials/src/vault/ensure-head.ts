import { createHead, type Head } from "./head.ts";
import { createInstallation, type VaultFolder } from "./vault-folder.ts";

/** Returns the head. If there is no vault yet, creates the first key and head. */
export async function ensureHead(folder: VaultFolder): Promise<Head> {
  const found = await folder.headIfAny();
  if (found) return found;
  const head = await folder.newHead(createInstallation());
  if (await createHead(folder.path, head)) return head;
  // Another process was first: its key is used, and ours is discarded.
  for (const place of folder.places) await place.remove(head.installation, head.key).catch(() => {});
  return folder.head();
}
