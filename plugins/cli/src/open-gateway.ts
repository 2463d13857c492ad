import { createGateway, createLog, type Gateway, type GatewayOptions, type Logger, type Plugin } from "@postern/core";
import { type StoreDriver, StoreUnavailable } from "@postern/core/storage";
import { keepBeforeMigration } from "./before-migration.ts";
import { claimBlobs } from "./blob-owner.ts";
import { openBlobs } from "./blob-storage.ts";
import { assertNotEmpty, confirmStore } from "./confirm-store.ts";
import { damagedStore } from "./damaged-store.ts";
import { positionFile } from "./data-folder.ts";
import { Exit, Refusal } from "./exit.ts";
import { openStore } from "./open-store.ts";
import type { Settings } from "./settings.ts";
import { isInMemory, isMissing, isOnServer } from "./store.ts";

/** Opens a gateway on the store in the settings, or on an open store. Only gateways that serve run background work. */
export async function openGateway(
  settings: Settings,
  plugins: readonly Plugin[],
  {
    log = createLog(),
    background = false,
    mayBeEmpty = false,
    store,
    authenticate,
  }: Pick<GatewayOptions<never>, "authenticate"> & {
    log?: Logger;
    background?: boolean;
    mayBeEmpty?: boolean;
    store?: StoreDriver | undefined;
  } = {},
): Promise<Gateway> {
  const isNew = isMissing(settings);
  // A store in memory names no large values, so it must never sweep those of another store.
  const blobs = isInMemory(settings) ? store && openBlobs({ ...settings, blobs: "files" }) : openBlobs(settings);
  const storage =
    store ?? (await openStore(settings, true, isOnServer(settings) ? positionFile(settings.data) : undefined));
  try {
    if (!isNew && !isInMemory(settings)) await confirmStore(settings, storage);
    await keepBeforeMigration(settings, plugins, log);
    // Only gateways that run background work delete large values.
    if (background && blobs && !isInMemory(settings)) await claimBlobs(settings, storage, blobs);
  } catch (error) {
    await storage.dispose?.();
    await blobs?.dispose();
    if (!(error instanceof StoreUnavailable)) throw error;
    throw error.reason === "damaged" ? damagedStore(settings, error.message) : new Refusal(error.message, Exit.failed);
  }
  const gateway = createGateway({
    plugins,
    storage,
    ...(blobs && { blobs }),
    ...(settings.journal && { journal: settings.journal }),
    ...(settings.hostName !== undefined && { host: settings.hostName }),
    background,
    ...(authenticate && { authenticate }),
    log,
  });
  if (!mayBeEmpty) await assertNotEmpty(settings, gateway);
  return gateway;
}
