import { join } from "node:path";
import { createGateway, createLog, type Gateway, type Logger, type Plugin } from "@postern/core";
import { createStorage } from "unstorage";
import files from "unstorage/drivers/fs-lite";
import { keepBeforeMigration } from "./before-migration.ts";
import type { Settings } from "./settings.ts";
import { isInMemory, openStore } from "./store.ts";

/** A gateway on the store and the blobs that the settings name. Work in the background is for those that serve. */
export async function openGateway(
  settings: Settings,
  plugins: readonly Plugin[],
  { log = createLog(), background = false }: { log?: Logger; background?: boolean } = {},
): Promise<Gateway> {
  await keepBeforeMigration(settings, plugins, log);
  const blobs = isInMemory(settings) ? undefined : files({ base: join(settings.data, "blobs") });
  return createGateway({
    plugins,
    storage: await openStore(settings),
    ...(blobs && { blobs: createStorage({ driver: blobs }) }),
    ...(settings.journal && { journal: settings.journal }),
    background,
    log,
  });
}
