import type { Logger } from "@postern/core";
import { damagedStore } from "./damaged-store.ts";
import { openStore } from "./open-store.ts";
import { endedUnclean } from "./running.ts";
import type { Settings } from "./settings.ts";
import { isInMemory, isMissing } from "./store.ts";

/**
 * Verifies the whole store in another process before this one maps it, if the last gateway did not stop cleanly: a
 * power cut or a failing disk may have left pages that crash the process that reads them.
 */
export async function verifyAfterCrash(settings: Settings, log: Logger): Promise<void> {
  const { data } = settings;
  if (isInMemory(settings) || isMissing(settings) || !endedUnclean(data)) return;
  const driver = await openStore(settings);
  // The files of a server are the server's, which has recovered them itself.
  if (!driver.verify || driver.guarantees?.machines === "many") return;
  const { checked, damaged, lost, broken } = await driver.verify(new AbortController().signal);
  if (broken !== undefined) {
    throw damagedStore(
      settings,
      `${broken}. Restore a backup with "postern restore --force <backup>", which keeps the damaged store under another name.`,
    );
  }
  const fields = { checked, damaged, lost: lost.map(({ collection }) => collection) };
  if (damaged > 0 || lost.length > 0)
    log.error(fields, "The store is damaged. Damaged records are omitted from responses.");
  else log.info(fields, "The last gateway did not stop cleanly. The store is intact.");
}
