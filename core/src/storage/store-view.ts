import type { BlobStorage } from "./blobs.ts";
import type { CompleteDriver, Reader, Snapshot, Verified } from "./driver.ts";
import type { Version } from "./number.ts";
import { verified } from "./verify.ts";

/** The raw store with the data of every group, for backup and maintenance. */
export interface StoreView {
  /** A snapshot, until it is released, with the number of its last commit. */
  snapshot(): Promise<Snapshot & { readonly number: Version }>;
  /** Reads and checks every record of a snapshot, in a separate process if damage could crash the current one. */
  verify(signal: AbortSignal): Promise<Verified>;
  readonly blobs: BlobStorage;
}

/** `lostIn` finds losses in a store without counts of its own. */
export function storeViewOf(
  driver: CompleteDriver,
  blobs: BlobStorage,
  lostIn: (reader: Reader, signal: AbortSignal) => Promise<Verified["lost"]> = async () => [],
): StoreView {
  return {
    blobs,
    async verify(signal) {
      if (driver.verify) return driver.verify(signal);
      driver.refresh?.();
      const snapshot = driver.snapshot();
      try {
        const found = await verified(snapshot, undefined, signal);
        return { ...found, lost: await lostIn(snapshot, signal) };
      } finally {
        snapshot.release();
      }
    },
    async snapshot() {
      driver.refresh?.();
      const snapshot = driver.snapshot();
      // Read after taking the snapshot, so that it is not below the snapshot's own number.
      const number = (await driver.position?.()) ?? 0;
      return { ...snapshot, number };
    },
  };
}
