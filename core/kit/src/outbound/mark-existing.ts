import type { Collection, MutableRecords } from "@postern/core";
import { scanRecords } from "../paging/scan.ts";

/**
 * A migration for records from before their servers were marked by who named them: they keep what they reach, until
 * somebody names another server.
 */
export const markExisting =
  (...collections: readonly Collection<{ isPrivate?: boolean }>[]) =>
  async ({ store }: { store: MutableRecords }): Promise<void> => {
    for (const collection of collections)
      for await (const record of scanRecords(store, collection))
        await store.put(collection, { ...record, isPrivate: true });
  };
