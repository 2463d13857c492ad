import { readdirSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { quoted } from "@postern/client/command-line";
import { type Portion, portionsOf } from "@postern/service/backup";
import { type CopiedBlobs, copyBlobs, isSamePlace } from "../blob-copy.ts";
import { shownBlobs } from "../blob-place.ts";
import { buildStore, shownPortions, withStore } from "../build-store.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { showProgress } from "../output/progress.ts";
import { refuseWhileServed } from "../running.ts";
import type { Settings } from "../settings.ts";
import { isInMemory, isMissing, isOnServer, type Placed, readStore, shownStore } from "../store.ts";

export interface MigrateFlags {
  from?: string;
  to?: string;
  blobsFrom?: string;
  blobsTo?: string;
  json?: boolean;
}

/**
 * Copies a store into an empty one of any driver, its large values if they are in another place there, or only those.
 * Every record and value is compared. The source is not changed.
 */
export async function migrate(settings: Settings, flags: MigrateFlags, io: Io): Promise<ExitCode> {
  const { from, to, blobsFrom = settings.blobs, blobsTo = settings.blobs } = flags;
  const isStore = from !== undefined || to !== undefined;
  if ((isStore || flags.blobsTo === undefined) && (from === undefined || to === undefined))
    throw new Refusal(
      "--from and --to are required, such as --from lmdb:<folder> --to fs:<folder>; for large values --blobs-to",
    );
  for (const store of [from, to])
    if (isInMemory({ store }))
      throw new Refusal("A store in memory cannot be migrated: it is lost when the process ends");
  refuseWhileServed(settings.data);
  if (isStore) assertExists({ data: settings.data, store: from });
  const source = { ...settings, store: from ?? settings.store, blobs: blobsFrom };
  const target = { ...settings, store: to ?? settings.store, blobs: blobsTo };
  if (!isStore && isSamePlace(source, target))
    throw new Refusal(`The large values are already at ${shownBlobs(target)}. Nothing was copied.`);
  // First the values, because the records name them.
  const copied = isSamePlace(source, target) ? undefined : await copyBlobs(source, target, io);
  if (from !== undefined && to !== undefined) return migrateStore(settings.data, { ...flags, from, to }, copied, io);
  const { blobs = 0, damaged = [] } = copied ?? {};
  if (flags.json) io.out(`${JSON.stringify({ blobs, damagedBlobs: damaged })}\n`);
  else {
    reportBlobs({ blobs, damaged }, io);
    io.note(`To use them, set blobs to ${shownBlobs(target)}\n`);
  }
  return damaged.length > 0 ? Exit.failed : Exit.done;
}

function reportBlobs({ blobs, damaged }: CopiedBlobs, io: Io): void {
  io.out(`Copied and verified ${blobs} large values\n`);
  for (const name of damaged) io.note(`Skipped the damaged large value ${name}\n`);
}

async function migrateStore(
  data: string,
  { from, to, blobsTo, json }: MigrateFlags & { from: string; to: string },
  copied: CopiedBlobs | undefined,
  io: Io,
): Promise<ExitCode> {
  return withStore(
    { data, store: from },
    async (driver) => {
      const snapshot = driver.snapshot();
      try {
        const number = (await (snapshot.position ?? driver.position)?.()) ?? 0;
        const damaged: string[] = [];
        let total = 0;
        for await (const portion of showProgress(io, { label: "Reading records" }, portionsOf(snapshot), sizeOf)) {
          damaged.push(...portion.damaged);
          total += sizeOf(portion);
        }
        if (total === 0) refuseEmpty({ data, store: from });
        const source = {
          number,
          isPast: false,
          portions: (use: "copy" | "compare") => shownPortions(io, use, portionsOf(snapshot), total),
        };
        const { records } = await buildStore({ data, store: to }, source, false);
        const values = copied && { blobs: copied.blobs, damagedBlobs: copied.damaged };
        if (json) io.out(`${JSON.stringify({ records, damaged, ...values })}\n`);
        else io.out(`Copied and verified ${records} records\n`);
        if (copied && !json) reportBlobs(copied, io);
        for (const key of json ? [] : damaged) io.note(`Skipped the damaged record ${key}\n`);
        const shown = isOnServer({ data, store: to }) ? shownStore({ data, store: to }) : to;
        const place = blobsTo === undefined ? "" : ` --blobs ${quoted(blobsTo)}`;
        const flags = `--data ${quoted(data)} --store ${quoted(shown)}${place}`;
        if (!json) io.note(`To use the new store, run "postern init ${flags}" and then "postern serve ${flags}"\n`);
        return damaged.length + (copied?.damaged.length ?? 0) > 0 ? Exit.failed : Exit.done;
      } finally {
        snapshot.release();
      }
    },
    false,
  );
}

/** Drivers create what does not exist, so a mistyped name would look like an empty store. */
function assertExists(source: Placed): void {
  const { place } = readStore(source);
  const found = isAbsolute(place) ? statSync(place, { throwIfNoEntry: false }) : undefined;
  if (isMissing(source) || (isAbsolute(place) && !found))
    throw new Refusal(`The store ${shownStore(source)} does not exist. Paths are relative to the data folder.`);
  if (found?.isDirectory() && readdirSync(place).length === 0) refuseEmpty(source);
}

function refuseEmpty(source: Placed): never {
  throw new Refusal(`The store ${shownStore(source)} is empty. Nothing was copied.`);
}

const sizeOf = ({ entries, damaged }: Portion): number => entries.length + damaged.length;
