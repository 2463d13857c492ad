import { type Backup, openBackup } from "@postern/core/backup";

/** Opens a backup, whether it is encrypted or not. The library of age is loaded for one that may be. */
export async function openAnyBackup(path: string, given: { identity?: string; passphrase?: string }): Promise<Backup> {
  const { decryptedSource, encryptionOf } = await import("./age.ts");
  return openBackup((await encryptionOf(path)) === undefined ? path : await decryptedSource(path, given));
}
