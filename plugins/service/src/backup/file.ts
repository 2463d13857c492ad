import type { Portion } from "./copy.ts";
import { type BackupCounts, type BackupHeader, type FrameRead, KINDS, magicOf, readFrame } from "./frame.ts";
import { InvalidBackup } from "./invalid.ts";
import { createPieceDigest } from "./piece-digest.ts";
import { type BackupSignature, fingerprintOf, isSignedBy } from "./signature.ts";
import { type BackupSource, type ByteReader, fileSource, readerOf } from "./source.ts";

const PORTION = 256;
const MAX_TEXT = 2 ** 20;

type Frame =
  | { readonly kind: "record"; readonly name: string; readonly value: Buffer }
  | { readonly kind: "blob"; readonly name: string; readonly value: Buffer };

/** A backup that is open for reading. */
export interface Backup {
  readonly header: BackupHeader;
  /**
   * Every frame, checked, then the signature. Throws InvalidBackup at the first damaged frame, or if the end is
   * missing.
   */
  frames(): AsyncGenerator<Frame>;
  /** The records, for a store. */
  portions(): AsyncGenerator<Portion>;
  /** The fingerprint of the key that signed it. Undefined if it is not signed, and until all frames were read once. */
  signer(): string | undefined;
  close(): Promise<void>;
}

/**
 * Opens a backup from a file or another source of bytes, and reads its header. Throws InvalidBackup if it is not a
 * backup.
 */
export async function openBackup(from: string | BackupSource): Promise<Backup> {
  const source = typeof from === "string" ? await fileSource(from) : from;
  let signer: string | undefined;
  /** The digest of the first complete reading. */
  let firstDigest: string | undefined;
  try {
    const { header } = await begin(source, async (reader) => reader.end());

    async function* frames(): AsyncGenerator<Frame> {
      const { reader, format, first, magic } = await begin(source);
      try {
        const hash = createPieceDigest();
        const note = async ({ bytes }: FrameRead) => {
          for (const part of bytes) await hash.update(part);
        };
        await hash.update(magic);
        await note(first);
        const counts = { records: 0, blobs: 0 };
        for (;;) {
          const found = await readFrame(reader, source.size);
          await note(found);
          const { kind, name, value, at } = found;
          if (kind === KINDS.end) {
            const declared = JSON.parse(value.toString()) as BackupCounts;
            if (declared.records !== counts.records || declared.blobs !== counts.blobs)
              throw new InvalidBackup("The counts at the end do not match the content", at);
            const last = format === 2 ? await readFrame(reader, source.size) : undefined;
            if (reader.at() !== source.size || (last && last.kind !== KINDS.signature))
              throw new InvalidBackup("The counts at the end do not match the content", at);
            const digest = Buffer.from(await hash.digest()).toString("base64url");
            // Anyone who can write the file could replace it between the check and the restore.
            if (firstDigest !== undefined && firstDigest !== digest)
              throw new InvalidBackup("The backup was changed while it was read", at);
            firstDigest = digest;
            signer = last && signerIn(last, Buffer.from(digest, "base64url"));
            return;
          }
          if (kind === KINDS.record) counts.records++;
          else if (kind === KINDS.blob) counts.blobs++;
          else throw new InvalidBackup("Unknown kind of frame", at);
          yield { kind: kind === KINDS.record ? "record" : "blob", name, value };
        }
      } finally {
        await reader.end();
      }
    }

    async function* portions(): AsyncGenerator<Portion> {
      let entries: { key: string; value: string }[] = [];
      let text = 0;
      for await (const { kind, name, value } of frames()) {
        if (kind !== "record") continue;
        entries.push({ key: name, value: value.toString() });
        text += value.length;
        if (entries.length < PORTION && text < MAX_TEXT) continue;
        yield { entries, damaged: [] };
        entries = [];
        text = 0;
      }
      yield { entries, damaged: [] };
    }
    return { header, frames, portions, signer: () => signer, close: () => source.close() };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Reads the first line and the header. */
async function begin(source: BackupSource, after?: (reader: ByteReader) => Promise<void>) {
  const reader = await readerOf(source);
  try {
    const magic = await reader.take(magicOf(1).length);
    const format = ([1, 2] as const).find((one) => magic.equals(magicOf(one)));
    if (format === undefined) {
      const isOurs = magic.subarray(0, 15).equals(magicOf(1).subarray(0, 15));
      throw new InvalidBackup(
        isOurs ? "This backup was written by a newer version" : "This is not a Postern backup",
        0,
      );
    }
    const first = await readFrame(reader, source.size);
    if (first.kind !== KINDS.header) throw new InvalidBackup("The header is missing", magic.length);
    await after?.(reader);
    return { reader, format, first, magic, header: JSON.parse(first.value.toString()) as BackupHeader };
  } catch (error) {
    await reader.end();
    throw error;
  }
}

function signerIn({ value, at }: FrameRead, digest: Uint8Array): string {
  const signature = JSON.parse(value.toString()) as BackupSignature;
  if (!isSignedBy(signature, digest)) throw new InvalidBackup("The signature does not match the content", at);
  return fingerprintOf(signature.publicKey);
}
