import { join } from "node:path";
import { dataVersions, type Logger, type Plugin } from "@postern/core";
import { readsOf, storeViewOf, Transaction } from "@postern/core/storage";
import { signerOf, writeBackup } from "@postern/service/backup";
import { withBlobs } from "./blob-storage.ts";
import { withStore } from "./build-store.ts";
import type { Settings } from "./settings.ts";
import { isInMemory, isMissing } from "./store.ts";
import { ownVersion } from "./version.ts";

/**
 * Creates a backup before plugins migrate their data to a newer version, which cannot be undone:
 * `backups/before-<plugin>-<version>-<day>.backup`, for `postern restore` and the release that wrote it.
 */
export async function keepBeforeMigration(settings: Settings, plugins: readonly Plugin[], log: Logger): Promise<void> {
  const able = plugins.filter(({ data }) => data > 1);
  if (able.length === 0 || isInMemory(settings) || isMissing(settings)) return;
  await withStore(settings, async (driver) => {
    const reads = readsOf(new Transaction(driver));
    for (const { name, data } of able) {
      const found = await reads.get(dataVersions, name);
      if (!found || found.version >= data) continue;
      const now = Date.now();
      const day = new Date(now).toISOString().slice(0, 10);
      const path = `before-${name}-${data}-${day}.backup`;
      const folder = join(settings.data, "backups");
      const about = { version: ownVersion(), now, sign: signerOf(settings.data) };
      const isKept = await withBlobs(settings, async (blobs) =>
        writeBackup(storeViewOf(driver, blobs), folder, path, about).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            // An earlier start created the backup and failed. A plugin that always fails creates one backup a day.
            if (error.code === "EEXIST") return false;
            throw error;
          },
        ),
      );
      if (isKept)
        log.info({ plugin: name, version: data, backup: `backups/${path}` }, "Created a backup before the migration");
    }
  });
}
