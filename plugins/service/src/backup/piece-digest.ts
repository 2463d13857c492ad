import { createHash, webcrypto } from "node:crypto";

/** In bytes. Part of the format: the signature depends on it. */
const PIECE = 2 ** 20;
const MAX_CONCURRENT = 4;

/**
 * SHA-256 over the SHA-256 of each 1 MiB piece; the last piece may be shorter. The pieces are hashed in other threads,
 * so that signing hardly slows down a backup.
 */
export function createPieceDigest() {
  const whole = createHash("sha256");
  const atWork: Promise<ArrayBuffer>[] = [];
  let parts: Uint8Array[] = [];
  let length = 0;

  async function settle(most: number): Promise<void> {
    while (atWork.length > most) whole.update(new Uint8Array((await atWork.shift()) as ArrayBuffer));
  }

  function begin(): void {
    const digest = webcrypto.subtle.digest(
      "SHA-256",
      parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts),
    );
    // The digest is awaited later. This prevents an unhandled rejection.
    digest.catch(() => {});
    atWork.push(digest);
    parts = [];
    length = 0;
  }

  return {
    /** The bytes must not be changed afterwards. */
    async update(bytes: Uint8Array): Promise<void> {
      for (let at = 0; at < bytes.length; ) {
        const part = bytes.subarray(at, at + PIECE - length);
        parts.push(part);
        length += part.length;
        at += part.length;
        if (length === PIECE) begin();
      }
      if (atWork.length > MAX_CONCURRENT) await settle(MAX_CONCURRENT);
    },
    async digest(): Promise<Uint8Array> {
      if (length > 0) begin();
      await settle(0);
      return whole.digest();
    },
  };
}
