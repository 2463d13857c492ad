import type { BlobStorage } from "./blobs.ts";
import type { Collection } from "./collection.ts";
import type { CompleteDriver, Snapshot } from "./driver.ts";
import type { Version } from "./number.ts";

/** The raw store with the data of every group, for backup and maintenance. */
export interface StoreView extends Pick<CompleteDriver, "verify"> {
  /** A snapshot, until it is released, with the number of its last commit. */
  snapshot(): Promise<Snapshot & { readonly number: Version }>;
  readonly blobs: BlobStorage;
  /** The collections of all plugins. */
  readonly collections: readonly Collection[];
}

/** The view of a store for backups and verification, without a gateway. */
export function storeViewOf(
  driver: CompleteDriver,
  blobs: BlobStorage,
  collections: readonly Collection[] = [],
): StoreView {
  return {
    blobs,
    collections,
    ...(driver.verify && { verify: (signal) => driver.verify?.(signal) as never }),
    async snapshot() {
      driver.refresh?.();
      const snapshot = driver.snapshot();
      // Read after taking the snapshot, so that it is not below the snapshot's own number.
      const number = (await (snapshot.position ?? driver.position)?.()) ?? 0;
      return { ...snapshot, number };
    },
  };
}
