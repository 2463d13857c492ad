import { type Backup, openBackup } from "@postern/service/backup";

/** Opens an encrypted or unencrypted backup. The age library is loaded on demand. */
export async function openAnyBackup(path: string, given: { identity?: string; passphrase?: string }): Promise<Backup> {
  const { decryptedSource, encryptionOf } = await import("./age.ts");
  return openBackup((await encryptionOf(path)) === undefined ? path : await decryptedSource(path, given));
}
