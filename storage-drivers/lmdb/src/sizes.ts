import type { Batch } from "@postern/core/storage";

/** Maximum length of a key in bytes. */
const MAX_KEY = 1978;

/** Refuses keys that LMDB would refuse in the middle of a group. */
export function checkSizes(batches: readonly Batch[]): void {
  for (const { writes } of batches) {
    for (const write of writes) {
      checkKey(write.key);
      if ("place" in write && write.place !== null) checkKey(write.place);
    }
  }
}

function checkKey(key: string): void {
  // A character takes at most three bytes.
  if (key !== "" && key.length <= MAX_KEY / 3) return;
  const size = Buffer.byteLength(key);
  if (size === 0 || size > MAX_KEY) throw new RangeError(`A key must have 1 to ${MAX_KEY} bytes in LMDB, not ${size}`);
}
