import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { type BackupOptions, type BackupSource, InvalidBackup } from "@postern/service/backup";
import { Decrypter, Encrypter } from "age-encryption";
import { passphraseIdentity, passphraseRecipient } from "./age-passphrase.ts";
import { BackupLocked } from "./locked.ts";

type Bytes = ReadableStream<Uint8Array>;

const FIRST_LINE = "age-encryption.org/v1\n";
/** Maximum size of a header, in bytes: it has a line or two per recipient. */
const HEADER_LIMIT = 64 * 1024;

/** The recipients of an encrypted backup, as age public keys, or a passphrase. */
export interface EncryptFor {
  readonly recipients?: readonly string[];
  readonly passphrase?: string;
}

/** Encrypts in the age format, 64 KiB at a time. Undefined without recipients; throws for an invalid recipient. */
export function encryptionFor({ recipients = [], passphrase }: EncryptFor): BackupOptions["encrypt"] {
  if (recipients.length === 0 && passphrase === undefined) return undefined;
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  if (passphrase !== undefined) encrypter.addRecipient(passphraseRecipient(passphrase));
  return (clear) => encrypter.encrypt(clear);
}

/**
 * The key of an encrypted backup: the content of an identity file (`AGE-SECRET-KEY-1…`, one per line) or a passphrase.
 */
export interface DecryptWith {
  readonly identity?: string;
  readonly passphrase?: string;
}

/** How a file is encrypted; undefined if it is not. */
export async function encryptionOf(path: string): Promise<"recipients" | "passphrase" | undefined> {
  const text = await headOf(path);
  if (!text.startsWith(FIRST_LINE)) return undefined;
  return text.startsWith("-> scrypt ", FIRST_LINE.length) ? "passphrase" : "recipients";
}

/** Reads and decrypts an encrypted file. Throws BackupLocked if the key does not match. */
export async function decryptedSource(path: string, { identity, passphrase }: DecryptWith): Promise<BackupSource> {
  const decrypter = new Decrypter();
  for (const line of linesOf(identity)) {
    try {
      decrypter.addIdentity(line);
    } catch {
      throw new BackupLocked("The identity file contains a line that is not an age identity (AGE-SECRET-KEY-1…)");
    }
  }
  if (passphrase !== undefined) decrypter.addIdentity(passphraseIdentity(passphrase));
  // Keep the file key, so that the expensive passphrase derivation runs only once.
  const fileKey = await decrypter.decryptHeader(headerIn(await headOf(path))).catch(() => {
    throw new BackupLocked("The backup is encrypted and cannot be decrypted with the given identity or passphrase");
  });
  const opened = new Decrypter();
  opened.addIdentity({ unwrapFileKey: () => fileKey });
  const decrypt = () => opened.decrypt(Readable.toWeb(createReadStream(path)) as unknown as Bytes);
  const { size: encrypted } = await stat(path);
  try {
    const sample = await decrypt();
    const size = sample.size(encrypted);
    await sample.cancel();
    return { size, open: decrypt, close: async () => {} };
  } catch {
    throw new InvalidBackup("The encrypted backup is truncated", encrypted);
  }
}

const linesOf = (text = ""): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

async function headOf(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_LIMIT), 0, HEADER_LIMIT, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The header, up to the line with its checksum. */
function headerIn(head: string): Uint8Array {
  const [header = ""] = /^[\s\S]*?\n--- [^\n]*\n/.exec(head) ?? [];
  return Buffer.from(header, "latin1");
}
