import type { BlobStorage } from "@postern/core/storage";
import { readBlobPlace, shownBlobs } from "./blob-place.ts";
import { type BlobSettings, isComplete, withBlobs } from "./blob-storage.ts";
import { Exit, Refusal } from "./exit.ts";
import type { Io } from "./io.ts";
import { showProgress } from "./output/progress.ts";

export interface CopiedBlobs {
  /** Number of large values in the destination, also those that an interrupted copy left there. */
  readonly blobs: number;
  /** The names of values that could not be copied, because they do not match their names. */
  readonly damaged: readonly string[];
}

/** Whether two settings name the same large values. */
export function isSamePlace(one: BlobSettings, other: BlobSettings): boolean {
  const [left, right] = [readBlobPlace(one), readBlobPlace(other)];
  return left.kind === right.kind && left.url === right.url;
}

/** Copies large values and compares each. The source is not changed; what the destination has is kept. */
export const copyBlobs = (source: BlobSettings, target: BlobSettings, io: Io): Promise<CopiedBlobs> =>
  withBlobs(source, (from) =>
    withBlobs(target, async (to) => {
      const keys = await from.getKeys();
      const task = { label: "Copying large values", total: keys.length };
      const damaged: string[] = [];
      let blobs = 0;
      for await (const { key, isCopied } of showProgress(io, task, copies(keys, from, to, shownBlobs(target)), () => 1))
        if (isCopied) blobs++;
        else damaged.push(key);
      return { blobs, damaged };
    }),
  );

/** One at a time, so that one value is in memory. */
async function* copies(keys: readonly string[], from: BlobStorage, to: BlobStorage, destination: string) {
  for (const key of keys) {
    if (await hasValue(to, key)) {
      yield { key, isCopied: true };
      continue;
    }
    const value = await from.getItemRaw(key);
    const isCopied = value instanceof Uint8Array && isComplete(key, value);
    if (isCopied) {
      await to.setItemRaw(key, value);
      if (!(await hasValue(to, key)))
        throw new Refusal(
          `The copy of the large value ${key} at ${destination} differs from the original`,
          Exit.failed,
        );
    }
    yield { key, isCopied };
  }
}

async function hasValue(blobs: BlobStorage, key: string): Promise<boolean> {
  const found = await blobs.getItemRaw(key);
  return found instanceof Uint8Array && isComplete(key, found);
}
