import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { type BackupOptions, type BackupSource, InvalidBackup } from "@postern/core/backup";
import { Decrypter, Encrypter } from "age-encryption";
import { passphraseIdentity, passphraseRecipient } from "./age-passphrase.ts";
import { BackupLocked } from "./locked.ts";

type Bytes = ReadableStream<Uint8Array>;

const FIRST_LINE = "age-encryption.org/v1\n";
/** A header has a line or two for each recipient. */
const MOST_HEADER = 64 * 1024;

/** Whom a backup is encrypted for: the holders of age identities, or whoever knows a passphrase. */
export interface EncryptFor {
  readonly recipients?: readonly string[];
  readonly passphrase?: string;
}

/** Encrypts in the age format, 64 KiB at a time. Undefined where nobody is named; throws for a recipient that is not one. */
export function encryptionFor({ recipients = [], passphrase }: EncryptFor): BackupOptions["encrypt"] {
  if (recipients.length === 0 && passphrase === undefined) return undefined;
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  if (passphrase !== undefined) encrypter.addRecipient(passphraseRecipient(passphrase));
  return (clear) => encrypter.encrypt(clear);
}

/** What opens an encrypted backup: the text of an identity file (`AGE-SECRET-KEY-1…`, one a line), or a passphrase. */
export interface DecryptWith {
  readonly identity?: string;
  readonly passphrase?: string;
}

/** How a file is encrypted; undefined where it is not. */
export async function encryptionOf(path: string): Promise<"recipients" | "passphrase" | undefined> {
  const text = await headOf(path);
  if (!text.startsWith(FIRST_LINE)) return undefined;
  return text.startsWith("-> scrypt ", FIRST_LINE.length) ? "passphrase" : "recipients";
}

/** The bytes inside an encrypted file, decrypted as they are read. Throws BackupLocked where nothing that was given opens it. */
export async function decryptedSource(path: string, { identity, passphrase }: DecryptWith): Promise<BackupSource> {
  const decrypter = new Decrypter();
  for (const line of linesOf(identity)) {
    try {
      decrypter.addIdentity(line);
    } catch {
      throw new BackupLocked("The identity file holds a line that is not an age identity (AGE-SECRET-KEY-1…)");
    }
  }
  if (passphrase !== undefined) decrypter.addIdentity(passphraseIdentity(passphrase));
  // The key of the file, so that a passphrase is not worked on again each time that the file is read.
  const fileKey = await decrypter.decryptHeader(headerIn(await headOf(path))).catch(() => {
    throw new BackupLocked("The backup is encrypted, and nothing that was given opens it");
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
    throw new InvalidBackup("The encrypted backup ends early", encrypted);
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
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_HEADER), 0, MOST_HEADER, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** All up to the line of the header's checksum. */
function headerIn(head: string): Uint8Array {
  const [header = ""] = /^[\s\S]*?\n--- [^\n]*\n/.exec(head) ?? [];
  return Buffer.from(header, "latin1");
}
