import type { BlobStorage } from "./blobs.ts";
import type { CompleteDriver, Reader, Snapshot, Verified } from "./driver.ts";
import type { Version } from "./number.ts";
import { verified } from "./verify.ts";

/** The store as it is kept, with what every group has in it: for backups, and for looking after it. */
export interface StoreView {
  /** One moment of the store, until it is released, and the number of the last commit in it. */
  snapshot(): Promise<Snapshot & { readonly number: Version }>;
  /** Reads and checks every record of one moment; in a process of its own where the driver can lose the one it is in. */
  verify(signal: AbortSignal): Promise<Verified>;
  readonly blobs: BlobStorage;
}

/** `lostIn` finds what a store without counts of its own has lost. */
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
      // Asked after it was taken, so it is not below what is in it.
      const number = (await driver.position?.()) ?? 0;
      return { ...snapshot, number };
    },
  };
}
