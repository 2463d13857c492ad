import { type BackupCounts, type BackupHeader, frameOf, type Kind, magicOf } from "./frame.ts";
import { createPieceDigest } from "./piece-digest.ts";
import { type SignBackup, signedText } from "./signature.ts";

/** The destination of a backup, written in order. */
export interface BackupSink {
  write(bytes: Uint8Array): Promise<unknown>;
}

const BUFFERED = 2 ** 20;

/** Writes a backup, signed if `sign` is given. */
export async function createBackupWriter(sink: BackupSink, header: BackupHeader, sign?: SignBackup) {
  let waiting: Buffer[] = [magicOf(sign ? 2 : 1)];
  let size = waiting[0]?.length ?? 0;
  const hash = sign && createPieceDigest();
  const counts = { records: 0, blobs: 0 };

  async function flush(): Promise<void> {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    await Promise.all([sink.write(bytes), hash?.update(bytes)]);
  }

  async function frame(kind: Kind, name: string, value: Uint8Array): Promise<void> {
    const parts = frameOf(kind, name, value);
    waiting.push(...parts);
    for (const part of parts) size += part.length;
    if (size >= BUFFERED) await flush();
  }
  const json = (value: object) => Buffer.from(JSON.stringify(value));

  await frame("header", "", json(header));
  return {
    async record(key: string, value: string) {
      counts.records++;
      await frame("record", key, Buffer.from(value));
    },
    async blob(name: string, value: Uint8Array) {
      counts.blobs++;
      await frame("blob", name, value);
    },
    /** Completes and signs the backup. Returns its counts. */
    async end(): Promise<BackupCounts> {
      await frame("end", "", json(counts));
      await flush();
      if (sign && hash) {
        const signature = await sign(signedText(await hash.digest()));
        await sink.write(Buffer.concat(frameOf("signature", "", json(signature))));
      }
      return counts;
    },
  };
}
